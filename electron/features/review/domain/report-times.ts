/** Returns the name of a time zone with its distance from UTC at `at`, epoch ms, such as "America/Sao_Paulo (GMT−3)". */
export function zoneTitle(at: number, zone: string | undefined): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
  const { timeZone } = format.resolvedOptions()
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return timeZone === 'UTC' ? timeZone : `${timeZone} (${offset.replace('-', '\u2212')})`
}

/** Returns a formatter of epoch ms to a short text without the zone, such as "Nov 21, 2026, 8:49 PM". */
export function briefTime(locale: string, zone: string | undefined): (at: number) => string {
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  })
  return (at) => format.format(at)
}
