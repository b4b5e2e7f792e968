export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Longer than the shortest polling interval, so that the shown age of a polled list does not change. */
const AGE_STEP_MS = 15_000
/** The longest wait that is shown in seconds. */
export const MAX_WAIT_SECONDS = 90

const TIME = { hour: 'numeric', minute: '2-digit' } as const
const DAY = { day: 'numeric', month: 'short' } as const

// Formatters are cached, because creating one is slow, and every row of a list needs the same ones.
const zones = new Map<string, string | null>()
const calendars = new Map<string | undefined, Intl.DateTimeFormat>()
const relatives = new Map<string, Intl.RelativeTimeFormat>()
const dates = new Map<string, Dates>()

function cached<Key, Value>(cache: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = cache.get(key) ?? create()
  cache.set(key, value)
  return value
}

/** Formatters of a locale and a zone. Times are epoch ms. */
export type Dates = ReturnType<typeof createDates>

/**
 * Returns the formatters of a locale, a BCP 47 tag, in an IANA time zone, or the system's. Dates have no year if it is that of `now`;
 * without `now` all have it. The formatters stay the same object until that year ends.
 */
export function datesIn(locale: string, zone: string | undefined, now?: number): Dates {
  const year = now === undefined ? '' : yearOf(now, zone)
  return cached(dates, `${locale} ${zone} ${year}`, () => createDates(locale, zone, year))
}

function createDates(locale: string, zone: string | undefined, thisYear: string) {
  function formatter(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
    let format: Intl.DateTimeFormat | undefined
    return () => (format ??= new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }))
  }
  /** Formats a time, or a span, without the "de" and the full stop of months that Intl writes in Portuguese. */
  function dated(options: Intl.DateTimeFormatOptions): (at: number, to?: number) => string {
    const [short, long] = [formatter(options), formatter({ ...options, year: 'numeric' })]
    return (at, to) => {
      const format = yearOf(at, zone) === thisYear ? short() : long()
      const text = to === undefined ? format.format(at) : format.formatRange(at, to)
      return text
        .replaceAll(' de ', ' ')
        .replace(/(?<=\p{L}{3})\./gu, '')
        .replaceAll('\u202F', ' ')
    }
  }
  const [time, full] = [formatter(TIME), formatter({ dateStyle: 'full' })]
  const exact = formatter({ ...TIME, year: 'numeric', month: 'long', day: 'numeric', timeZoneName: 'short' })
  const since = (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
    relativeIn(locale).format(-value, unit)

  /**
   * Formats an age, such as "5 minutes ago" or "yesterday": in days until a year has passed, which the chips count too, and then in
   * months until two have. Both times are by one clock. `justNow` is the text before a minute has passed; without it the shortest age is
   * "today".
   */
  function age(at: number, now: number, justNow?: string): string {
    const passed = now - at
    const days = calendarDays(at, now, zone)
    if (justNow !== undefined) {
      if (!(passed >= MINUTE_MS)) return justNow
      if (passed < HOUR_MS) return since(Math.floor(passed / MINUTE_MS), 'minute')
      if (passed < DAY_MS || days < 1) return since(Math.floor(passed / HOUR_MS), 'hour')
    }
    const months = monthsBetween(isoDay(at, zone), isoDay(now, zone))
    if (months < 12) return since(days, 'day')
    return months < 24 ? since(months, 'month') : since(Math.floor(months / 12), 'year')
  }

  return {
    /** Such as "8:49 PM". */
    time: (at: number): string => time().format(at),
    /** Such as "Nov 21", or "Nov 19 – 21". */
    day: dated(DAY),
    /** Such as "Nov". */
    month: dated({ month: 'short' }),
    /** Such as "Nov 21, 8:49 PM". */
    moment: dated({ ...DAY, ...TIME }),
    /** Such as "Saturday, November 21, 2026". */
    full: (at: number): string => full().format(at),
    /** Such as "November 21, 2026 at 8:49 PM GMT−3", with a minus sign, because a line may break after a hyphen. */
    exact: (at: number): string => exact().format(at).replace('GMT-', 'GMT\u2212'),
    age,
  }
}

/** Returns Intl's name of a time zone; undefined if Intl does not know the zone. Never throws. */
export function validTimeZone(zone: string | null | undefined): string | undefined {
  if (!zone) return undefined
  const create = (): string | null => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
    } catch {
      return null
    }
  }
  return cached(zones, zone, create) ?? undefined
}

/** Formats an age as `age` does, in steps of 15 seconds during the first minute. */
export function freshAge(at: number, now: number, locale: string, justNow: string): string {
  const passed = Math.floor((now - at) / AGE_STEP_MS) * AGE_STEP_MS
  return passed > 0 && passed < MINUTE_MS
    ? relativeIn(locale).format(-passed / 1_000, 'second')
    : datesIn(locale, undefined).age(at, now, justNow)
}

/** Formats a wait, such as "in 42 seconds" or "in 2 minutes"; rounds up to at least one second. */
export function formatWait(ms: number, locale: string): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  return seconds <= MAX_WAIT_SECONDS
    ? relativeIn(locale).format(seconds, 'second')
    : relativeIn(locale).format(Math.ceil(seconds / 60), 'minute')
}

/** Counts the calendar days in a zone from a time to `now`, as every shown age does; 0 for a later time. */
export function calendarDays(at: number, now: number, zone: string | undefined): number {
  return Math.max(0, dayNumber(now, zone) - dayNumber(at, zone))
}

/** The calendar day of a time in a zone, such as "2026-11-21", also for the name of a file. */
export function isoDay(at: number, zone: string | undefined): string {
  // Swedish dates are ISO 8601.
  const create = () => new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: zone })
  return cached(calendars, zone, create).format(at)
}

/** The calendar day of a time in a zone, as days since 1970-01-01. */
function dayNumber(at: number, zone: string | undefined): number {
  return Date.parse(isoDay(at, zone)) / DAY_MS
}

const yearOf = (at: number, zone: string | undefined): string => isoDay(at, zone).slice(0, 4)

/** Returns the start of the calendar day in `zone` that is `days` before the day of `now`; epoch ms. */
export function dayStart(now: number, days: number, zone: string | undefined): number {
  const day = dayNumber(now, zone) - days
  // Since 1972 every zone is whole quarters of an hour from UTC, and less than a day.
  const quarter = DAY_MS / 96
  let [before, after] = [(day - 1) * 96, (day + 1) * 96]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayNumber(middle * quarter, zone) < day) before = middle
    else after = middle
  }
  return after * quarter
}

/** The start of every calendar day from that of `from` to that of `to`; epoch ms. */
export function dayStarts(from: number, to: number, zone: string | undefined): number[] {
  const last = dayNumber(to, zone) - dayNumber(from, zone)
  const starts = Array.from({ length: last + 1 }, (_, index) => dayStart(to, last - index, zone))
  // A day that the zone skips begins with the next one, as in Samoa on 30 December 2011.
  return [...new Set(starts)]
}

/** Counts whole months between two ISO days. */
function monthsBetween(from: string, to: string): number {
  const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return monthOf(to) - monthOf(from) - (to.slice(8) < from.slice(8) ? 1 : 0)
}

function relativeIn(locale: string): Intl.RelativeTimeFormat {
  return cached(relatives, locale, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}
