import { LOCALES, type Locale, type Settings } from '../../../shared/settings.ts'

/** The language to show: what was chosen, else the profile's, else the first of the system's that we speak, else English. */
export function pickLocale(
  chosen: Settings['language'],
  profile: Locale | null,
  system: readonly string[],
): Locale {
  if (chosen !== 'auto') return chosen
  return profile ?? firstSpoken(system) ?? 'en'
}

function firstSpoken(tags: readonly string[]): Locale | null {
  for (const tag of tags) {
    const language = tag.split(/[-_.]/)[0]?.toLowerCase()
    const spoken = LOCALES.find((locale) => locale.split('-')[0] === language)
    if (spoken) return spoken
  }
  return null
}
