import { LANGUAGES, type Language } from '../../../electron/shared/languages.ts'
import { review as enReview, sessions as enSessions } from '../../../resources/locales/en.json'
import { review as esReview, sessions as esSessions } from '../../../resources/locales/es.json'
import { review as ptReview, sessions as ptSessions } from '../../../resources/locales/pt-BR.json'
import texts from '../../../resources/package/texts.json'

/** What a package says of the app in one language. */
type PackageTexts = (typeof texts)['en']

/** The same in each language of the app. */
export const TEXTS: Record<Language, PackageTexts> = texts

/** The actions of the app's icon: the page that each opens, and its name as the app itself writes it. */
export const ACTIONS: Record<'sessions' | 'review', Record<Language, string>> = {
  sessions: { en: enSessions.title, 'pt-BR': ptSessions.title, es: esSessions.title },
  review: { en: enReview.open, 'pt-BR': ptReview.open, es: esReview.open },
}

/** The languages but English, which needs no mark, with their names in POSIX locales. */
export const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en').map((language) => ({
  language,
  locale: language.replace('-', '_'),
}))
