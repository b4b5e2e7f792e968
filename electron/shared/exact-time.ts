/** Returns Intl's name of a time zone; undefined if Intl does not know the zone. Never throws. */
export function validTimeZone(zone: string | null | undefined): string | undefined {
  if (!zone) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Returns a date without the "de" and the full stop that Intl writes in Portuguese. */
export function shortened(date: string): string {
  return date.replaceAll(' de ', ' ').replace('.', '')
}

/** Formats the exact time with its zone, such as "3 March 2026 at 14:03 GMT−3". `at` is epoch ms. */
export function exactTime(at: number, locale: string, zone: string | undefined): string {
  // A minus sign, because a line may break after a hyphen.
  return formatIn(locale, zone).format(at).replace('GMT-', 'GMT\u2212')
}

/**
 * Formats the time of a list, such as "Nov 21, 8:49 PM", with its year if that differs from the year of `now`. Both
 * times are epoch ms.
 */
export function listTime(at: number, now: number, locale: string, zone: string | undefined): string {
  const yearOf = (time: number): string =>
    new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: zone }).format(time)
  return new Intl.DateTimeFormat(locale, {
    year: yearOf(at) === yearOf(now) ? undefined : 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(at)
}

let latest: { locale: string; zone: string | undefined; format: Intl.DateTimeFormat } | null = null

/** Returns the cached formatter: creating one is slow, and every row of a list needs the same one. */
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
