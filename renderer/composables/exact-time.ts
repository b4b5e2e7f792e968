/** A time zone that Intl knows, or undefined, which is the system's own: an unknown zone must never throw. */
export function knownZone(zone: string | null | undefined): string | undefined {
  if (!zone) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The exact time for a tooltip, with its zone: "3 March 2026 at 14:03 GMT-3". `at` is epoch ms. */
export function exactTime(at: number, locale: string, zone: string | undefined): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  }).format(at)
}
