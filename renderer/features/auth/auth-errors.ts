import type { Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { mayHaveBeenApplied } from '../../../electron/shared/failure.ts'
import { isEmail } from '../../../electron/shared/email.ts'
import { serverName } from '../../../electron/shared/server-name.ts'
import type { RequestError } from '../../../electron/shared/bridge.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useFailureCause, useFailureText } from '../../lib/failure-text.ts'
import {
  NO_ERRORS,
  toFormErrors,
  type FormErrors,
  type FormField,
  type ServiceFields,
} from '../../lib/form-errors.ts'

/** The fields of the credentials step. */
export const CREDENTIAL_FIELDS: ServiceFields = {
  server: 'server',
  email: 'email',
  password: 'password',
  device_name: 'deviceName',
}

/** The field of the verification step. */
export const CODE_FIELDS: ServiceFields = { code: 'code' }

/** The fields of the API token form. */
export const TOKEN_FIELDS: ServiceFields = { server: 'server' }

/** The fields of the registration form. */
export const REGISTER_FIELDS: ServiceFields = {
  ...CREDENTIAL_FIELDS,
  name: 'name',
  password_confirmation: 'passwordConfirmation',
  terms_accepted: 'terms',
}

/** The fields of the forgot password form. */
export const FORGOT_FIELDS: ServiceFields = { server: 'server', email: 'email' }

/** The fields of the reset form. */
export const RESET_FIELDS: ServiceFields = {
  ...FORGOT_FIELDS,
  token: 'token',
  password: 'password',
  password_confirmation: 'passwordConfirmation',
}

/** The fields of a form and the locale keys for a failed submit. */
export interface SubmitTexts {
  fields: ServiceFields
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

/** Returns a function that converts a failed submit of a form before sign-in to errors; `typed` is the typed server address. */
export function useSubmitErrors(texts: SubmitTexts): (failure: RequestError, typed: string) => FormErrors {
  const { t } = useI18n()
  const app = useAppStore()
  const sayFailure = useFailureText()
  const sayCause = useFailureCause()

  return (failure, typed) => {
    const say = (one: RequestError): string => sayFailure(one, serverName(typed))
    const banner = (text: string): FormErrors => ({ ...NO_ERRORS, banner: text })
    if (mayHaveBeenApplied(failure))
      return banner(`${sayCause(failure, serverName(typed))} ${t(texts.maybe)}`)
    if (!REFUSED.has(failure.kind)) return toFormErrors(failure, texts.fields, say, app.typedServer(typed))
    const sentence = t(texts.refused)
    const quote = 'message' in failure ? failure.message : undefined
    return banner(quote === undefined ? sentence : t('failure.quoting', { sentence, quote }))
  }
}

/** Returns a function that finds the empty fields, and an email that has not the form of one; `texts` are the locale keys. */
export function useRequiredFields<Field extends FormField>(
  typed: Readonly<Record<NoInfer<Field>, Ref<string>>>,
  texts: Readonly<Record<Field, string>>,
): () => FormErrors['fields'] {
  const { t } = useI18n()
  return () => {
    const fields: FormErrors['fields'] = {}
    for (const field of Object.keys(texts) as Field[]) {
      const text = typed[field].value.trim()
      if (text === '') fields[field] = t(texts[field])
      else if (field === 'email' && !isEmail(text)) fields.email = t('signIn.emailShape')
    }
    return fields
  }
}
