import type { ServiceLocale } from '../shared/account.ts'
import { findLanguage, LANGUAGES, type Language } from '../shared/languages.ts'
import type { Settings } from '../shared/settings.ts'

/**
 * Picks the app's language: the chosen one, else that of the profile where the app has it, else the first supported one
 * of the system, else English. `system` are BCP 47 tags.
 */
export function pickLocale(
  chosen: Settings['language'],
  profile: ServiceLocale | null,
  system: readonly string[],
): Language {
  if (chosen !== 'auto') return chosen
  return LANGUAGES.find((language) => language === profile) ?? firstSupported(system) ?? 'en'
}

function firstSupported(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const supported = findLanguage(tag)
    if (supported) return supported
  }
  return null
}
