/** A time zone that Intl knows, or undefined, which is the system's own: an unknown zone must never throw. */
export function validTimeZone(zone: string | null | undefined): string | undefined {
  if (!zone) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The exact time for a tooltip, with its zone: "3 March 2026 at 14:03 GMT−3". `at` is epoch ms. */
export function exactTime(at: number, locale: string, zone: string | undefined): string {
  // A hyphen may end a line, and a minus sign is what is meant.
  return formatIn(locale, zone).format(at).replace('GMT-', 'GMT\u2212')
}

let latest: { locale: string; zone: string | undefined; format: Intl.DateTimeFormat } | null = null

/** Making a formatter takes far longer than using it, and a list asks for the same one with every row. */
function formatIn(locale: string, zone: string | undefined): Intl.DateTimeFormat {
  if (latest?.locale === locale && latest.zone === zone) return latest.format
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  })
  latest = { locale, zone, format }
  return format
}
