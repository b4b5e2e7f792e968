/** An elapsed time by its largest unit. `value` is positive; `now` includes times in the future. */
export type Ago = { unit: 'never' | 'now' } | { unit: AgoUnit; value: number }
type AgoUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Longer than the shortest polling interval, so that the shown age of a polled list does not change. */
const AGE_STEP_MS = 15_000
/** The longest wait that is shown in seconds. */
export const MAX_WAIT_SECONDS = 90

/**
 * Returns the time from `at` to `now`, both epoch ms by one clock, in its largest unit, rounded down; null is never.
 * Days are calendar days in `zone`, so that "yesterday" is true.
 */
export function ago(at: number | null, now: number, zone: string | undefined): Ago {
  if (at === null) return { unit: 'never' }
  const passed = now - at
  if (!Number.isFinite(passed) || passed < MINUTE_MS) return { unit: 'now' }
  if (passed < HOUR_MS) return { unit: 'minute', value: Math.floor(passed / MINUTE_MS) }
  const days = passed < DAY_MS ? 0 : dayNumber(now, zone) - dayNumber(at, zone)
  if (days < 1) return { unit: 'hour', value: Math.floor(passed / HOUR_MS) }
  if (days < 7) return { unit: 'day', value: days }
  if (days < 30) return { unit: 'week', value: Math.floor(days / 7) }
  if (days < 365) return { unit: 'month', value: Math.min(11, Math.floor(days / 30)) }
  return { unit: 'year', value: Math.floor(days / 365) }
}

/** Like `ago`, in steps of 15 seconds during the first minute. */
export function ageOf(at: number, now: number): Ago {
  const passed = now - at
  if (passed >= MINUTE_MS) return ago(at, now, undefined)
  const steps = Math.floor(passed / AGE_STEP_MS)
  return steps >= 1 ? { unit: 'second', value: (steps * AGE_STEP_MS) / 1_000 } : { unit: 'now' }
}

/** Returns the ms until `ageOf` changes: at most a minute, unless `at` is in the future. */
export function ageChangesIn(at: number, now: number): number {
  const passed = now - at
  const step = passed < MINUTE_MS ? AGE_STEP_MS : MINUTE_MS
  return step - (passed < 0 ? passed : passed % step)
}

/** Formats an age, such as "5 minutes ago" or "yesterday"; the caller provides the texts that Intl lacks. */
export function formatAgo(elapsed: Ago, locale: string, words: { never: string; now: string }): string {
  if (!('value' in elapsed)) return words[elapsed.unit]
  const numeric = elapsed.unit === 'day' ? 'auto' : 'always'
  return agoIn(locale, numeric).format(-elapsed.value, elapsed.unit)
}

/**
 * Formats the age of a time as `formatAgo` does, but in days until a year has passed, which the filters count too, and then in
 * months until two have. Both times are epoch ms by one clock; null is never. Days and months are those of the calendar in `zone`.
 */
export function formatAge(
  at: number | null,
  now: number,
  {
    locale,
    zone,
    words,
  }: { locale: string; zone: string | undefined; words: { never: string; now: string } },
): string {
  const elapsed = ago(at, now, zone)
  if (at === null || !('value' in elapsed) || !['week', 'month', 'year'].includes(elapsed.unit))
    return formatAgo(elapsed, locale, words)
  const months = monthsBetween(at, now, zone)
  if (months < 12)
    return formatAgo({ unit: 'day', value: dayNumber(now, zone) - dayNumber(at, zone) }, locale, words)
  const age: Ago =
    months < 24 ? { unit: 'month', value: months } : { unit: 'year', value: Math.floor(months / 12) }
  return formatAgo(age, locale, words)
}

/** Counts whole calendar months. */
function monthsBetween(at: number, now: number, zone: string | undefined): number {
  const [from, to] = [new Date(dayNumber(at, zone) * DAY_MS), new Date(dayNumber(now, zone) * DAY_MS)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return months - (to.getUTCDate() < from.getUTCDate() ? 1 : 0)
}

/** Formats a wait, such as "in 42 seconds" or "in 2 minutes"; rounds up to at least one second. */
export function formatWait(ms: number, locale: string): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  const format = new Intl.RelativeTimeFormat(locale)
  return seconds <= MAX_WAIT_SECONDS
    ? format.format(seconds, 'second')
    : format.format(Math.ceil(seconds / 60), 'minute')
}

/** Returns the ms until the text of a wait of `ms` changes; null once the wait is over. */
export function waitChangesIn(ms: number): number | null {
  if (ms <= 0) return null
  const seconds = Math.ceil(ms / 1_000)
  const next =
    seconds <= MAX_WAIT_SECONDS ? seconds - 1 : Math.max(lastMinuteBelow(seconds), MAX_WAIT_SECONDS)
  return ms - next * 1_000
}

const lastMinuteBelow = (seconds: number): number => (Math.ceil(seconds / 60) - 1) * 60

/**
 * Returns the start of the calendar day in `zone` that is `days` before the day of `now`; epoch ms, to the second.
 * Without a date library: the first screen loads it.
 */
export function dayStart(now: number, days: number, zone: string | undefined): number {
  const day = dayNumber(now, zone) - days
  // Daylight saving and a move of the zone change the distance by less than two days.
  let [before, after] = [now - (days + 2) * DAY_MS, now]
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2)
    if (dayNumber(middle, zone) < day) before = middle
    else after = middle
  }
  return Math.floor(after / 1_000) * 1_000
}

/** The calendar day of a time in a zone, as days since 1970-01-01. */
export function dayNumber(at: number, zone: string | undefined): number {
  const parts = calendarIn(zone).formatToParts(at)
  const valueOf = (type: string): number => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(valueOf('year'), valueOf('month') - 1, valueOf('day')) / DAY_MS
}

const YMD = { calendar: 'gregory', year: 'numeric', month: 'numeric', day: 'numeric' } as const
let latest: { zone: string | undefined; format: Intl.DateTimeFormat } | null = null

let formats: { locale: string; auto: Intl.RelativeTimeFormat; always: Intl.RelativeTimeFormat } | null = null

// Cached: creating a formatter is slow, and every row of a list needs the same ones.
function agoIn(locale: string, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  if (formats?.locale !== locale)
    formats = {
      locale,
      auto: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
      always: new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
    }
  return formats[numeric]
}

function calendarIn(zone: string | undefined): Intl.DateTimeFormat {
  if (latest?.zone !== zone || latest === null)
    latest = { zone, format: new Intl.DateTimeFormat('en', { ...YMD, timeZone: zone }) }
  return latest.format
}
