import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PACES } from '../../../electron/contract/models.ts'
import { fullJitter } from '../../../electron/domain/backoff.ts'
import { checkEvery, nextCheckIn, type Visibility } from '../../../electron/domain/polling.ts'

const calm = { pace: '10s' as const, failures: 0, pausedUntil: null, now: 1_000_000, random: 0.5 }

describe('nextCheckIn', () => {
  it.each([
    ['visible', 10_000],
    ['minimised', 60_000],
    ['hidden', 300_000],
  ] as const)('%s: every %i ms', (visibility, ms) => {
    expect(nextCheckIn({ ...calm, visibility })).toBe(ms)
  })

  it.each([
    ['30s', 30_000, 60_000, 300_000],
    ['1min', 60_000, 60_000, 300_000],
    ['5min', 300_000, 300_000, 300_000],
  ] as const)(
    'as chosen, %s, but no more often out of sight than in it',
    (pace, visible, minimised, hidden) => {
      const every = (visibility: Visibility): number => nextCheckIn({ ...calm, visibility, pace })
      expect([every('visible'), every('minimised'), every('hidden')]).toEqual([visible, minimised, hidden])
    },
  )

  it('waits longer after failures, but never over 5 minutes more', () => {
    const after = (failures: number): number =>
      nextCheckIn({ ...calm, visibility: 'visible', failures, random: 1 })
    expect([after(1), after(2), after(3)]).toEqual([20_000, 30_000, 50_000])
    expect(after(60)).toBe(10_000 + 300_000)
  })

  it('is never inside a pause that the service asked for, and never sooner than usual', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('visible', 'minimised', 'hidden'),
        fc.constantFrom(...PACES),
        fc.nat(100),
        fc.option(fc.nat(10_000_000)),
        fc.nat(5_000_000),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (visibility, pace, failures, pausedUntil, now, random) => {
          const wait = nextCheckIn({ visibility, pace, failures, pausedUntil, now, random })
          expect(wait).toBeGreaterThanOrEqual(checkEvery(visibility, pace))
          expect(now + wait).toBeGreaterThanOrEqual(pausedUntil ?? 0)
        },
      ),
    )
  })
})

describe('fullJitter', () => {
  it('stays between nothing and its cap', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const wait = fullJitter(attempt, 300, 2_000, random)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(2_000)
      }),
    )
  })
})
