import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POLL_INTERVALS } from '../../../../../electron/shared/settings.ts'
import { fullJitter } from '../../../../../electron/core/domain/backoff.ts'
import type { Visibility } from '../../../../../electron/core/domain/visibility.ts'
import { checkEvery, nextCheckIn } from '../../../../../electron/features/sessions/domain/polling.ts'

const defaults = { pollInterval: '10s' as const, failures: 0, pausedUntil: null, now: 1_000_000, random: 0.5 }

describe('nextCheckIn', () => {
  it.each([
    ['visible', 10_000],
    ['minimised', 60_000],
    ['hidden', 300_000],
  ] as const)('%s: every %i ms', (visibility, ms) => {
    expect(nextCheckIn({ ...defaults, visibility })).toBe(ms)
  })

  it.each([
    ['30s', 30_000, 60_000, 300_000],
    ['1min', 60_000, 60_000, 300_000],
    ['5min', 300_000, 300_000, 300_000],
  ] as const)(
    'is as chosen, %s, but no more often while the window is not visible',
    (pollInterval, visible, minimised, hidden) => {
      const every = (visibility: Visibility): number => nextCheckIn({ ...defaults, visibility, pollInterval })
      expect([every('visible'), every('minimised'), every('hidden')]).toEqual([visible, minimised, hidden])
    },
  )

  it('waits longer after failures, but at most 5 minutes more', () => {
    const after = (failures: number): number =>
      nextCheckIn({ ...defaults, visibility: 'visible', failures, random: 1 })
    expect([after(1), after(2), after(3)]).toEqual([20_000, 30_000, 50_000])
    expect(after(60)).toBe(10_000 + 300_000)
  })

  it('is never within a pause, and never earlier than usual', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('visible', 'minimised', 'hidden'),
        fc.constantFrom(...POLL_INTERVALS),
        fc.nat(100),
        fc.option(fc.nat(10_000_000)),
        fc.nat(5_000_000),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (visibility, pollInterval, failures, pausedUntil, now, random) => {
          const wait = nextCheckIn({ visibility, pollInterval, failures, pausedUntil, now, random })
          expect(wait).toBeGreaterThanOrEqual(checkEvery(visibility, pollInterval))
          expect(now + wait).toBeGreaterThanOrEqual(pausedUntil ?? 0)
        },
      ),
    )
  })
})

describe('fullJitter', () => {
  it('is between 0 and its limit', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const wait = fullJitter(attempt, 300, 2_000, random)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(2_000)
      }),
    )
  })
})
