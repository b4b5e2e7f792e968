import type { Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { mayHaveBeenApplied } from '../../../electron/shared/failure.ts'
import { serverName } from '../../../electron/shared/server-name.ts'
import type { RequestError } from '../../../electron/shared/bridge.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useFailureCause, useFailureText } from '../../lib/failure-text.ts'
import { NO_ERRORS, toFormErrors, type FormErrors, type FormField } from '../../lib/form-errors.ts'
import { useFormSubmit, type FormSubmit, type TypedFields } from '../../lib/form-submit.ts'

/** A form before sign-in, and the locale keys for a failed submit. */
export interface AuthForm<Value> extends Omit<FormSubmit<Value>, 'toErrors'> {
  typed: TypedFields & { server: Ref<string> }
  /** For a write that may have been applied: what is unknown, and how to check. */
  maybe: string
  /** For a refusal that names no field. */
  refused: string
}

/** Refusals whose default texts assume a signed-in account. */
const REFUSED: ReadonlySet<RequestError['kind']> = new Set([
  'unauthenticated',
  'forbidden',
  'notFound',
  'conflict',
])

/** Submits a form before sign-in: its errors assume no account. */
export function useAuthForm<Value>({ maybe, refused, ...form }: AuthForm<Value>) {
  const { t } = useI18n()
  const app = useAppStore()
  const sayFailure = useFailureText()
  const sayCause = useFailureCause()

  function toErrors(failure: RequestError, fields: readonly FormField[]): FormErrors {
    const typed = form.typed.server.value
    const say = (one: RequestError): string => sayFailure(one, serverName(typed))
    const banner = (text: string): FormErrors => ({ ...NO_ERRORS, banner: text })
    if (mayHaveBeenApplied(failure)) return banner(`${sayCause(failure, serverName(typed))} ${t(maybe)}`)
    if (!REFUSED.has(failure.kind)) return toFormErrors(failure, fields, say, app.typedServer(typed))
    const sentence = t(refused)
    const quote = 'message' in failure ? failure.message : undefined
    return banner(quote === undefined ? sentence : t('failure.quoting', { sentence, quote }))
  }
  return useFormSubmit({ ...form, toErrors })
}
