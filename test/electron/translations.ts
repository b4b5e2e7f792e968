import { fileURLToPath } from 'node:url'
import type { Language } from '../../electron/shared/languages.ts'
import type { Translate } from '../../electron/shared/translate.ts'
import { createTranslator } from '../../electron/platform/desktop/translator.ts'

/** The folder of the texts of all languages. */
export const LOCALES_FOLDER = fileURLToPath(new URL('../../resources/locales', import.meta.url))

/** The app's translations to this language. */
export function translations(locale: () => Language = () => 'en'): Translate {
  return createTranslator(locale, LOCALES_FOLDER)
}
