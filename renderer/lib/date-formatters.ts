/**
 * Formatters for times (epoch ms) in a locale and an IANA time zone, or the system's. `moment` includes the year unless it is
 * that of `now`.
 */
export function dateFormatters(locale: string, zone: string | undefined, now = Date.now()) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  const year = format({ year: 'numeric' })
  const time = { hour: 'numeric', minute: '2-digit' } as const
  const shortDay = { day: 'numeric', month: 'short' } as const
  const day = format({ dateStyle: 'medium' })
  const formats = { day: format(shortDay), moment: format({ ...shortDay, ...time }) }
  const longMoment = format({ ...shortDay, ...time, year: 'numeric' })
  const thisYear = year.format(now)
  return {
    moment: (at: number): string => (year.format(at) === thisYear ? formats.moment : longMoment).format(at),
    day: (at: number): string => day.format(at),
    shortDay: (at: number): string => formats.day.format(at),
  }
}
