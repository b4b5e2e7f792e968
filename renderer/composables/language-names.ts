import type { Locale } from '../../electron/contract/models.ts'

/** Every language in itself, so that it can be found by those who need it. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
  es: 'Español',
}
