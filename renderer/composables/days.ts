const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The moment at which the calendar day of `at` began in a zone (that Intl knows, or the system's); epoch ms. */
export function startOfDay(at: number, zone: string | undefined): number {
  const clock = clockOf(zone)
  const start = at - clock(at).sinceMidnight
  // A day on which the clocks change is an hour longer or shorter than its hands say.
  const { hour, sinceMidnight } = clock(start)
  if (sinceMidnight === 0) return start
  return hour > 12 ? start + 24 * HOUR - sinceMidnight : start - sinceMidnight
}

/** The beginning of every calendar day from the one of `from` to the one of `to`. */
export function dayStarts(from: number, to: number, zone: string | undefined): number[] {
  const days: number[] = []
  for (let day = startOfDay(from, zone); day <= to; day = startOfDay(day + 36 * HOUR, zone)) days.push(day)
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
    return { hour, sinceMidnight: hour * HOUR + seconds * 1_000 + (((at % 1_000) + 1_000) % 1_000) }
  }
}
