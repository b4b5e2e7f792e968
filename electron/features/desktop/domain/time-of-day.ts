import { validTimeZone } from '../../../shared/exact-time.ts'
import type { Language } from '../../../shared/languages.ts'

/**
 * Formats a time of day, such as `2:05 PM`, from epoch ms; in the profile's time zone, or in this computer's where the
 * runtime does not know that zone.
 */
export function timeOfDay(at: number, locale: Language, profileZone: string | null): string {
  const timeZone = validTimeZone(profileZone)
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone }).format(at)
}
