import { toAsciiDigits } from '../../lib/digits.ts'
import { MAX_DAYS } from '../../../electron/shared/view-state.ts'

/** The preset numbers of days; any other number can be typed. */
export const INACTIVE_DAYS = [30, 90, 180] as const

/** Parses a number of days; null unless it is a whole number from 1 to MAX_DAYS. */
export function parseDays(typed: string): number | null {
  const text = toAsciiDigits(typed)
  const days = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : NaN
  return days >= 1 && days <= MAX_DAYS ? days : null
}
