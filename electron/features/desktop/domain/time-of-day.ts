import type { Locale } from '../../../shared/settings.ts'

/** An hour as people read it, such as `2:05 PM`: epoch ms, in a profile's time zone or, where it names none, this computer's. */
export function timeOfDay(at: number, locale: Locale, timeZone: string | null): string {
  const format = (zone: string | undefined): string =>
    new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(at)
  try {
    return format(timeZone ?? undefined)
  } catch {
    // A zone that this runtime does not know.
    return format(undefined)
  }
}
