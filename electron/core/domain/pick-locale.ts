import { LOCALES, type Locale, type Settings } from '../../shared/settings.ts'

/**
 * Picks the app's language: the chosen one, else that of the profile, else the first supported one of the system, else
 * English. `system` are BCP 47 tags.
 */
export function pickLocale(
  chosen: Settings['language'],
  profile: Locale | null,
  system: readonly string[],
): Locale {
  if (chosen !== 'auto') return chosen
  return profile ?? firstSupported(system) ?? 'en'
}

function firstSupported(tags: readonly string[]): Locale | null {
  for (const tag of tags) {
    const language = tag.split(/[-_.]/)[0]?.toLowerCase()
    const supported = LOCALES.find((locale) => locale.split('-')[0] === language)
    if (supported) return supported
  }
  return null
}
