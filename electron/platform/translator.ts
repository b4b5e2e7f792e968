import {
  createCoreContext,
  compile,
  registerMessageCompiler,
  registerMessageResolver,
  resolveValue,
  translate,
  type LocaleMessages,
} from '@intlify/core-base'
import en from '../../resources/locales/en.json'
import es from '../../resources/locales/es.json'
import ptBR from '../../resources/locales/pt-BR.json'
import type { Locale } from '../shared/settings.ts'
import type { Translate } from '../core/domain/translate.ts'

/** Creates the translations of the main process; each call uses the current language. */
export function createTranslator(locale: () => Locale): Translate {
  registerMessageCompiler(compile)
  // Keys are paths, as in the window.
  registerMessageResolver(resolveValue)
  const messages: LocaleMessages<typeof en> = { en, es, 'pt-BR': ptBR }
  const context = createCoreContext({ locale: 'en', messages, missingWarn: false, fallbackWarn: false })
  return (key, named = {}, count) => {
    context.locale = locale()
    const text = translate(context, key, named, count === undefined ? {} : { plural: count })
    return typeof text === 'string' ? text : key
  }
}
