import { fromAbsolute, getLocalTimeZone, toCalendarDate } from '@internationalized/date'

/** The start of the calendar day of `at`, epoch ms, in an IANA time zone, or the system's. */
export function startOfDay(at: number, zone = getLocalTimeZone()): number {
  return toCalendarDate(fromAbsolute(at, zone)).toDate(zone).getTime()
}

/** The start of the calendar day after that of `at`; epoch ms. */
export function endOfDay(at: number, zone = getLocalTimeZone()): number {
  return toCalendarDate(fromAbsolute(at, zone)).add({ days: 1 }).toDate(zone).getTime()
}

/** Whether a month begins with the calendar day of `at`. */
export function isFirstOfMonth(at: number, zone = getLocalTimeZone()): boolean {
  return fromAbsolute(at, zone).day === 1
}

/** The start of every calendar day from that of `from` to that of `to`; epoch ms. */
export function dayStarts(from: number, to: number, zone = getLocalTimeZone()): number[] {
  const days: number[] = []
  let day = toCalendarDate(fromAbsolute(from, zone))
  for (let start = startOfDay(from, zone); start <= to; start = day.toDate(zone).getTime()) {
    // A day that the zone skips begins with the next one, as in Samoa on 30 December 2011.
    if (start !== days.at(-1)) days.push(start)
    day = day.add({ days: 1 })
  }
  return days
}
