import type { ServiceLocale } from '../shared/account.ts'
import { findLanguage, LANGUAGES, type Language } from '../shared/languages.ts'
import type { Settings } from '../shared/settings.ts'

/** What the system says, as BCP 47 tags. */
export interface SystemLocale {
  /** Its languages, the preferred one first. */
  systemLocales: readonly string[]
  /** The locale of its dates, such as `en-GB`; any other text if it has none. */
  region: string
}

/**
 * Picks the app's language: the chosen one, else that of the profile where the app has it, else the first supported one
 * of the system, else English.
 */
export function pickLanguage(
  chosen: Settings['language'],
  profile: ServiceLocale | null,
  system: readonly string[],
): Language {
  if (chosen !== 'auto') return chosen
  const supported = system.map(findLanguage).find((language) => language !== undefined)
  return LANGUAGES.find((language) => language === profile) ?? supported ?? 'en'
}

/**
 * Picks the app's locale, a BCP 47 tag: the language, as in the system's region where that speaks it, and the 12 or 24 hours of that
 * region, such as `en-GB-u-hc-h23`. Intl has no dates of English in Brazil, but knows the clock there.
 */
export function pickLocale(
  chosen: Settings['language'],
  profile: ServiceLocale | null,
  { systemLocales, region }: SystemLocale,
): string {
  const language = pickLanguage(chosen, profile, systemLocales)
  try {
    const own: Region = new Intl.Locale(region)
    // A method since Chromium 130, before that a field.
    const clock = clocks.get(region) ?? (own.getHourCycles?.() ?? own.hourCycles)?.[0]
    clocks.set(region, clock)
    return `${findLanguage(region) === language ? own.baseName : language}-u-hc-${clock}`
  } catch {
    return language
  }
}

type Region = Intl.Locale & { hourCycles?: string[]; getHourCycles?(): string[] }

/** The clocks of regions: each text asks for the locale, and Intl takes a millisecond for one. */
const clocks = new Map<string, string | undefined>()

/** The locale of dates in a POSIX environment, such as `en-GB`; empty if it has none. */
export function posixRegion({ LC_ALL, LC_TIME, LANG }: Readonly<Record<string, string | undefined>>): string {
  return (LC_ALL || LC_TIME || LANG || '').replace(/[.@].*/, '').replaceAll('_', '-')
}
