import type { Ref } from 'vue'
import { createI18n } from 'vue-i18n'
import { LOCALES, type Locale } from '../../electron/contract/models.ts'

/** What of vue-i18n can load and switch languages: its global composer. */
export interface I18nTarget {
  locale: Ref<string>
  setLocaleMessage(locale: string, messages: object): void
}

/** The languages, each a file of its own. */
export const MESSAGES = {
  en: () => import('../../resources/locales/en.json'),
  'pt-BR': () => import('../../resources/locales/pt-BR.json'),
  es: () => import('../../resources/locales/es.json'),
} satisfies Record<Locale, () => Promise<{ default: object }>>

/** Makes the plugin without any messages: each language is a file of its own, loaded when it is spoken. */
export function createAppI18n() {
  return createI18n({ legacy: false, locale: INITIAL_LOCALE, messages: {} })
}

/** Loads a language and switches the window to it; the last one asked for wins, however slow its file is. */
export async function setLocale(target: I18nTarget, locale: Locale): Promise<void> {
  requested.set(target.locale, locale)
  const { default: messages } = await MESSAGES[locale]()
  if (requested.get(target.locale) !== locale) return
  target.setLocaleMessage(locale, messages)
  target.locale.value = locale
  document.documentElement.lang = locale
}

/** The language of a window that main could not tell anything: the first of the system's, when we setLocale it. */
export function fallbackLocale(tags: readonly string[]): Locale {
  const language = tags[0]?.split('-')[0]
  return LOCALES.find((locale) => locale.split('-')[0] === language) ?? 'en'
}

const INITIAL_LOCALE: string = 'en'

const requested = new WeakMap<I18nTarget['locale'], Locale>()
