import type { Locale } from '../../electron/shared/settings.ts'

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
  es: 'Español',
}
