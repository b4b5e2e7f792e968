const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The start of the calendar day of `at`, epoch ms, in a zone that Intl knows, or the system's. */
export function startOfDay(at: number, zone: string | undefined): number {
  const clock = clockOf(zone)
  const start = at - clock(at).sinceMidnight
  // A day with a daylight saving change is longer or shorter than 24 hours.
  const { hour, sinceMidnight } = clock(start)
  if (sinceMidnight === 0) return start
  return hour > 12 ? start + 24 * HOUR_MS - sinceMidnight : start - sinceMidnight
}

/** The start of every calendar day from that of `from` to that of `to`; epoch ms. */
export function dayStarts(from: number, to: number, zone: string | undefined): number[] {
  const days: number[] = []
  for (let day = startOfDay(from, zone); day <= to; day = startOfDay(day + 36 * HOUR_MS, zone)) days.push(day)
  return days
}

function clockOf(zone: string | undefined) {
  const format = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    timeZone: zone,
  })
  return (at: number): { hour: number; sinceMidnight: number } => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const hour = parts.get('hour') ?? 0
    const seconds = (parts.get('minute') ?? 0) * 60 + (parts.get('second') ?? 0)
    return { hour, sinceMidnight: hour * HOUR_MS + seconds * 1_000 + (((at % 1_000) + 1_000) % 1_000) }
  }
}
