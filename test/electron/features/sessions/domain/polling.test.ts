import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POLL_INTERVALS } from '../../../../../electron/shared/settings.ts'
import { fullJitter } from '../../../../../electron/core/domain/backoff.ts'
import {
  checkEvery,
  nextCheckIn,
  UNFOCUSED_LIMIT_MS,
  windowVisibility,
  type Visibility,
  type WindowReport,
} from '../../../../../electron/features/sessions/domain/polling.ts'

const calm = { pollInterval: '10s' as const, failures: 0, pausedUntil: null, now: 1_000_000, random: 0.5 }

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
    'is as chosen, %s, but no more often while the window is not visible',
    (pollInterval, visible, minimised, hidden) => {
      const every = (visibility: Visibility): number => nextCheckIn({ ...calm, visibility, pollInterval })
      expect([every('visible'), every('minimised'), every('hidden')]).toEqual([visible, minimised, hidden])
    },
  )

  it('waits longer after failures, but at most 5 minutes more', () => {
    const after = (failures: number): number =>
      nextCheckIn({ ...calm, visibility: 'visible', failures, random: 1 })
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

describe('the visibility of a window', () => {
  const shown: WindowReport = { isVisible: true, isMinimised: false, reportsMinimising: true, unfocusedMs: 0 }

  it('is as the system reports it, if it reports everything', () => {
    expect(windowVisibility(shown)).toBe('visible')
    expect(windowVisibility({ ...shown, unfocusedMs: 10 * UNFOCUSED_LIMIT_MS })).toBe('visible')
    expect(windowVisibility({ ...shown, isVisible: false })).toBe('hidden')
    expect(windowVisibility({ ...shown, isMinimised: true })).toBe('minimised')
    expect(windowVisibility({ ...shown, isMinimised: true, isVisible: false })).toBe('minimised')
  })

  it('may be minimised after a long time without the focus, if the system does not report that', () => {
    const untold = { ...shown, reportsMinimising: false }
    expect(windowVisibility({ ...untold, unfocusedMs: UNFOCUSED_LIMIT_MS - 1 })).toBe('visible')
    expect(windowVisibility({ ...untold, unfocusedMs: UNFOCUSED_LIMIT_MS })).toBe('minimised')
    expect(windowVisibility({ ...untold, isVisible: false, unfocusedMs: UNFOCUSED_LIMIT_MS })).toBe('hidden')
  })

  it('is never higher after a longer time without the focus', () => {
    const rank = { visible: 2, minimised: 1, hidden: 0 }
    const report = fc.record({
      isVisible: fc.boolean(),
      isMinimised: fc.boolean(),
      reportsMinimising: fc.boolean(),
      unfocusedMs: fc.nat(2 * UNFOCUSED_LIMIT_MS),
    })
    fc.assert(
      fc.property(report, fc.nat(), (one, longer) => {
        const later = { ...one, unfocusedMs: one.unfocusedMs + longer }
        expect(rank[windowVisibility(later)]).toBeLessThanOrEqual(rank[windowVisibility(one)])
      }),
    )
  })
})
