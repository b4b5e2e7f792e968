import {
  createCoreContext,
  compile,
  registerMessageCompiler,
  registerMessageResolver,
  resolveValue,
  translate,
  type LocaleMessages,
} from '@intlify/core-base'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type en from '../../../resources/locales/en.json'
import { languageOf, withOneStop, type Language } from '../../shared/languages.ts'
import type { Translate } from '../../shared/translate.ts'

type Texts = typeof en

/**
 * Creates the translator of the main process; each call uses the current locale. It reads the file `<language>.json` of
 * the folder at the first use of a language. If that fails, it keeps the language of the last call.
 */
export function createTranslator(locale: () => string, folder: string): Translate {
  registerMessageCompiler(compile)
  // Keys are paths, as in the window.
  registerMessageResolver(resolveValue)
  const messages: LocaleMessages<Texts> = {}
  const context = createCoreContext({
    locale: 'en',
    messages,
    missingWarn: false,
    fallbackWarn: false,
    postTranslation: withOneStop,
  })

  function load(wanted: Language): boolean {
    try {
      messages[wanted] ??= JSON.parse(readFileSync(join(folder, `${wanted}.json`), 'utf8')) as Texts
      return true
    } catch {
      return false
    }
  }

  let shown = 'en'
  return (key, named = {}, count) => {
    const wanted = locale()
    const language = languageOf(wanted)
    if (load(language)) [context.locale, shown] = [language, wanted]
    const values = Object.entries(named).map(([name, value]) => {
      const text = typeof value === 'number' ? value.toLocaleString(shown) : value
      return [name, text] as const
    })
    const options = count === undefined ? {} : { plural: count }
    const text = translate(context, key, Object.fromEntries(values), options)
    return typeof text === 'string' ? text : key
  }
}
