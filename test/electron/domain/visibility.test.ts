import { expect, it } from 'vitest'
import { MAX_UNFOCUSED_MS, windowVisibility, type Visibility } from '../../../electron/domain/visibility.ts'

it.each<
  [Visibility, string, isVisible: boolean, isMinimised: boolean, reports: boolean, unfocusedMs: number]
>([
  ['visible', 'it is shown', true, false, true, 10 * MAX_UNFOCUSED_MS],
  ['hidden', 'it is hidden', false, false, true, 0],
  ['minimised', 'it is minimised', true, true, true, 0],
  ['minimised', 'it is minimised, which the system reports as hidden too', false, true, true, 0],
  ['visible', 'it may be minimised, soon after it had the focus', true, false, false, MAX_UNFOCUSED_MS - 1],
  ['minimised', 'it may be minimised, long after it had the focus', true, false, false, MAX_UNFOCUSED_MS],
  ['hidden', 'it may be minimised, but is hidden', false, false, false, MAX_UNFOCUSED_MS],
])('a window is %s if %s', (visibility, _case, isVisible, isMinimised, reportsMinimising, unfocusedMs) => {
  expect(windowVisibility({ isVisible, isMinimised, reportsMinimising, unfocusedMs })).toBe(visibility)
})
