/** The languages of the app, as BCP 47 tags. Which ones the service knows is another list: `SERVICE_LOCALES`. */
export const LANGUAGES = ['en', 'pt-BR', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * Finds the app's language of a BCP 47 tag or of a POSIX locale (`pt_PT.UTF-8`); the region does not matter. Undefined
 * where the app does not have it.
 */
export function findLanguage(tag: string): Language | undefined {
  const primary = tag.split(/[-_.]/)[0]?.toLowerCase()
  return LANGUAGES.find((language) => language.split('-')[0] === primary)
}

/** The language of a locale; English where the app does not have it. */
export function languageOf(locale: string): Language {
  return findLanguage(locale) ?? 'en'
}

/** A text without a second full stop after a time of the afternoon or morning in Spanish, "a las 4:28 a. m.". */
export const withOneStop = <Text>(text: Text): Text =>
  (typeof text === 'string' ? text.replace(/([ap]\.\s?m\.)\./gu, '$1') : text) as Text
