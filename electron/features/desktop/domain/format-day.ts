import { dayNumber, formatAge, formatAgo } from '../../../shared/relative-time.ts'

const NO_WORDS = { never: '', now: '' }

/**
 * Formats the day of a time, such as "today" or "9 days ago", and what is longer ago as the window does (`formatAge`). Both times
 * are epoch ms by one clock; a later one is today. Days are those of the calendar in `zone`.
 */
export function formatDay(at: number, now: number, locale: string, zone: string | undefined): string {
  const days = Math.max(0, dayNumber(now, zone) - dayNumber(at, zone))
  if (days < 2) return formatAgo({ unit: 'day', value: days }, locale, NO_WORDS)
  return formatAge(at, now, { locale, zone, words: NO_WORDS })
}
