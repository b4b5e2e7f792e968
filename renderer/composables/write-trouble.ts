import { useI18n } from 'vue-i18n'
import { mayHaveBeenApplied } from '../../electron/contract/failure.ts'
import type { Trouble } from '../bridge.ts'
import { useFailureCause, useFailureText } from './failure-text.ts'
import { serverName } from './server-name.ts'
import { NO_TROUBLE, placeTrouble, type ServiceFields, type SignInTrouble } from './sign-in-trouble.ts'

/** What a form says of its one write when that failed: its fields, and the keys of its sentences. */
export interface WriteWords {
  fields: ServiceFields
  /** It may have been carried out: what is not known, and how to find out. */
  maybe: string
  /** The service refused, and named no field. */
  refused: string
}

/** Refusals whose usual sentences are for accounts that are signed in. */
const REFUSED: ReadonlySet<Trouble['kind']> = new Set([
  'unauthenticated',
  'forbidden',
  'notFound',
  'conflict',
])

/** Places the failure of a write that needs no account; `typed` is the server address as it was typed. */
export function useWriteTrouble(words: WriteWords): (failure: Trouble, typed: string) => SignInTrouble {
  const { t } = useI18n()
  const sayFailure = useFailureText()
  const sayCause = useFailureCause()

  return (failure, typed) => {
    const say = (one: Trouble): string => sayFailure(one, serverName(typed))
    const banner = (text: string): SignInTrouble => ({ ...NO_TROUBLE, banner: text })
    if (mayHaveBeenApplied(failure))
      return banner(`${sayCause(failure, serverName(typed))} ${t(words.maybe)}`)
    if (!REFUSED.has(failure.kind)) return placeTrouble(failure, words.fields, say)
    const sentence = t(words.refused)
    const quote = 'message' in failure ? failure.message : undefined
    return banner(quote === undefined ? sentence : t('failure.quoting', { sentence, quote }))
  }
}
