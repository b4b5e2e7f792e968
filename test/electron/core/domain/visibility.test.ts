import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MAX_UNFOCUSED_MS,
  windowVisibility,
  type WindowReport,
} from '../../../../electron/core/domain/visibility.ts'

describe('the visibility of a window', () => {
  const shown: WindowReport = { isVisible: true, isMinimised: false, reportsMinimising: true, unfocusedMs: 0 }

  it('is as the system reports it, if it reports everything', () => {
    expect(windowVisibility(shown)).toBe('visible')
    expect(windowVisibility({ ...shown, unfocusedMs: 10 * MAX_UNFOCUSED_MS })).toBe('visible')
    expect(windowVisibility({ ...shown, isVisible: false })).toBe('hidden')
    expect(windowVisibility({ ...shown, isMinimised: true })).toBe('minimised')
    expect(windowVisibility({ ...shown, isMinimised: true, isVisible: false })).toBe('minimised')
  })

  it('may be minimised after a long time without the focus, if the system does not report that', () => {
    const unreported = { ...shown, reportsMinimising: false }
    expect(windowVisibility({ ...unreported, unfocusedMs: MAX_UNFOCUSED_MS - 1 })).toBe('visible')
    expect(windowVisibility({ ...unreported, unfocusedMs: MAX_UNFOCUSED_MS })).toBe('minimised')
    expect(windowVisibility({ ...unreported, isVisible: false, unfocusedMs: MAX_UNFOCUSED_MS })).toBe(
      'hidden',
    )
  })

  it('is never higher after a longer time without the focus', () => {
    const rank = { visible: 2, minimised: 1, hidden: 0 }
    const report = fc.record({
      isVisible: fc.boolean(),
      isMinimised: fc.boolean(),
      reportsMinimising: fc.boolean(),
      unfocusedMs: fc.nat(2 * MAX_UNFOCUSED_MS),
    })
    fc.assert(
      fc.property(report, fc.nat(), (given, longer) => {
        const later = { ...given, unfocusedMs: given.unfocusedMs + longer }
        expect(rank[windowVisibility(later)]).toBeLessThanOrEqual(rank[windowVisibility(given)])
      }),
    )
  })
})
