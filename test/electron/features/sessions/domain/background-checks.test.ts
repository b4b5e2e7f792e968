import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  gapAfterStart,
  nextBackgroundCheck,
  withJitter,
  type BackgroundCheck,
} from '../../../../../electron/features/sessions/domain/background-checks.ts'

const due = (accountId: string, dueAt: number, latestAt: number | null = null): BackgroundCheck => ({
  accountId,
  dueAt,
  latestAt,
})

describe('the checks of accounts that are not in the window', () => {
  it.each([
    [0, 250, 300_000],
    [0.5, 375, 315_000],
    [0.8125, 453, 324_375],
  ])('are spread by chance (%d): %i ms apart, every %i ms', (random, gap, interval) => {
    expect([gapAfterStart(random), withJitter(300_000, random)]).toEqual([gap, interval])
  })

  it('are not delayed beyond the renewal of the token', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ dueAt: fc.nat(1_000), latestAt: fc.option(fc.nat(1_000)) }), { minLength: 1 }),
        fc.nat(2_000),
        (checks, earliestAt) => {
          const next = nextBackgroundCheck(
            checks.map(({ dueAt, latestAt }, index) => due(`${index}`, dueAt, latestAt)),
            earliestAt,
          )
          for (const { latestAt } of checks)
            if (latestAt !== null) expect(next?.at).toBeLessThanOrEqual(latestAt)
        },
      ),
    )
  })

  it('begin with the one that is due longest, the first of equals', () => {
    expect(nextBackgroundCheck([due('a', 30), due('b', 20), due('c', 20)], 100)).toEqual({
      accountId: 'b',
      at: 100,
    })
    expect(nextBackgroundCheck([], 0)).toBeNull()
  })
})
