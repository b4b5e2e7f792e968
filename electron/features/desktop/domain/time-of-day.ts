import type { Locale } from '../../../shared/settings.ts'

/** Formats a time of day, such as `2:05 PM`, from epoch ms, in the profile's time zone or this computer's. */
export function timeOfDay(at: number, locale: Locale, timeZone: string | null): string {
  const format = (zone: string | undefined): string =>
    new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(at)
  try {
    return format(timeZone ?? undefined)
  } catch {
    // This runtime does not know the zone.
    return format(undefined)
  }
}
