import type { Ref } from 'vue'
import { createI18n } from 'vue-i18n'
import { languageOf, withOneStop, type Language } from '../../electron/shared/languages.ts'

/** The part of vue-i18n's global composer that loads and switches languages. */
export interface I18nTarget {
  locale: Ref<string>
  setLocaleMessage(locale: string, messages: object): void
}

/** Loads the texts of each language from a file of its own. */
const MESSAGES = {
  en: () => import('../../resources/locales/en.json'),
  'pt-BR': () => import('../../resources/locales/pt-BR.json'),
  es: () => import('../../resources/locales/es.json'),
} satisfies Record<Language, () => Promise<{ default: object }>>

/** Creates the plugin without messages; `setLocale` loads them. Its texts have numbers as people write them, like main's. */
export function createAppI18n() {
  const i18n = createI18n({
    legacy: false,
    locale: INITIAL_LOCALE,
    messages: {},
    postTranslation: withOneStop,
  })
  const { global } = i18n
  const plain = global.t as (key: string, named: object, count?: number) => string
  /** A number below 1,000 is its digits in each language: the first screen needs no format, which takes 10 ms to make. */
  const numberText = (value: number): string =>
    value >= 0 && value < 1_000 && Number.isInteger(value) ? `${value}` : global.n(value)
  /** The texts without values that were read so far, by locale and key: each row of a list reads a dozen. */
  const known = new Map<string, string>()
  function fixed(key: string): string {
    const id = `${global.locale.value} ${key}`
    const text = known.get(id) ?? plain(key, {})
    known.set(id, text)
    return text
  }
  const t = (key: string, values?: Record<string, unknown> | number, plural?: number): string => {
    if (values === undefined) return fixed(key)
    const count = typeof values === 'number' ? values : plural
    const named = Object.entries({ n: count, ...(typeof values === 'number' ? {} : values) }).map(
      ([name, value]) => [name, typeof value === 'number' ? numberText(value) : value],
    )
    const texts = Object.fromEntries(named) as object
    return count === undefined ? plain(key, texts) : plain(key, texts, count)
  }
  global.t = t as typeof global.t
  return i18n
}

/** Loads the language of a locale and switches the window to both. The last call wins, whichever file loads first. */
export async function setLocale(target: I18nTarget, locale: string): Promise<void> {
  requested.set(target.locale, locale)
  const language = languageOf(locale)
  const { default: messages } = await MESSAGES[language]()
  if (requested.get(target.locale) !== locale) return
  target.setLocaleMessage(locale, messages)
  target.locale.value = locale
  document.documentElement.lang = language
}

/** The language before the state is loaded: the system's first one where the app has it, otherwise English. */
export function fallbackLocale(tags: readonly string[]): Language {
  return languageOf(tags[0] ?? '')
}

const INITIAL_LOCALE: string = 'en'

const requested = new WeakMap<I18nTarget['locale'], string>()
