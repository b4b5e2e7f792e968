/** How long ago something was, ready to be said. `value` is positive; `now` also stands for anything in the future. */
export type Ago = { unit: 'never' | 'now' } | { unit: AgoUnit; value: number }
type AgoUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long ago `at` was, both epoch ms by one clock; null is never. Rounds down and never reaches into the future.
 * Days are those of the calendar in `zone`, so that "yesterday" is true.
 */
export function ago(at: number | null, now: number, zone: string | undefined): Ago {
  if (at === null) return { unit: 'never' }
  const passed = now - at
  if (!Number.isFinite(passed) || passed < MINUTE) return { unit: 'now' }
  if (passed < HOUR) return { unit: 'minute', value: Math.floor(passed / MINUTE) }
  const days = passed < DAY ? 0 : dayNumber(now, zone) - dayNumber(at, zone)
  if (days < 1) return { unit: 'hour', value: Math.floor(passed / HOUR) }
  if (days < 7) return { unit: 'day', value: days }
  if (days < 30) return { unit: 'week', value: Math.floor(days / 7) }
  if (days < 365) return { unit: 'month', value: Math.min(11, Math.floor(days / 30)) }
  return { unit: 'year', value: Math.floor(days / 365) }
}

/** As `ago`, counting the seconds: for ages that tick in sight. */
export function ageOf(at: number, now: number): Ago {
  const passed = now - at
  if (passed >= MINUTE) return ago(at, now, undefined)
  return passed >= 2_000 ? { unit: 'second', value: Math.floor(passed / 1_000) } : { unit: 'now' }
}

/** The words of an age: "5 minutes ago", "yesterday"; the caller gives those that Intl does not have. */
export function formatAgo(elapsed: Ago, locale: string, words: { never: string; now: string }): string {
  if (!('value' in elapsed)) return words[elapsed.unit]
  const numeric = elapsed.unit === 'day' ? 'auto' : 'always'
  return agoIn(locale, numeric).format(-elapsed.value, elapsed.unit)
}

/** The words of a wait: "in 42 seconds", "in 2 minutes"; rounds up, at least one second. */
export function formatWait(ms: number, locale: string): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  const format = new Intl.RelativeTimeFormat(locale)
  return seconds <= 90 ? format.format(seconds, 'second') : format.format(Math.ceil(seconds / 60), 'minute')
}

/** When the day began, epoch ms to the second, that was `days` before that of `now` on the calendar of `zone`. */
export function dayStart(now: number, days: number, zone: string | undefined): number {
  const day = dayNumber(now, zone) - days
  // Days that a clock change or a zone's own move made longer or shorter are within two.
  let [before, after] = [now - (days + 2) * DAY, now]
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2)
    if (dayNumber(middle, zone) < day) before = middle
    else after = middle
  }
  return Math.floor(after / 1_000) * 1_000
}

function dayNumber(at: number, zone: string | undefined): number {
  const parts = calendarIn(zone).formatToParts(at)
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day')) / DAY
}

const YMD = { calendar: 'gregory', year: 'numeric', month: 'numeric', day: 'numeric' } as const
let latest: { zone: string | undefined; format: Intl.DateTimeFormat } | null = null

let ways: { locale: string; auto: Intl.RelativeTimeFormat; always: Intl.RelativeTimeFormat } | null = null

// Making a formatter takes far longer than using it, and a list asks for the same ones with every row.
function agoIn(locale: string, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  if (ways?.locale !== locale)
    ways = {
      locale,
      auto: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
      always: new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
    }
  return ways[numeric]
}

function calendarIn(zone: string | undefined): Intl.DateTimeFormat {
  if (latest?.zone !== zone || latest === null)
    latest = { zone, format: new Intl.DateTimeFormat('en', { ...YMD, timeZone: zone }) }
  return latest.format
}
