import type { Language } from '../../electron/shared/languages.ts'

/** The name of each language in that language, whether the app or the service has it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
  es: 'Español',
}
