import { watch, type Ref, type WatchSource } from 'vue'
import { useI18n } from 'vue-i18n'
import { mayHaveBeenApplied } from '../../electron/shared/failure.ts'
import type { RequestError } from './bridge.ts'
import { pauseOf, useFailureCause, useFailureText } from './failure-text.ts'
import { serverName } from '../../electron/shared/server-name.ts'

export type FormField =
  | 'server'
  | 'name'
  | 'email'
  | 'currentPassword'
  | 'password'
  | 'passwordConfirmation'
  | 'deviceName'
  | 'terms'
  | 'code'
  | 'token'
  | 'locale'
  | 'timezone'

/** The errors of a form, at its fields, in its banner, or both; `retryAt` is epoch ms. */
export interface FormErrors {
  fields: Partial<Record<FormField, string>>
  banner: string | null
  retryAt: number | null
}

/** The fields of a form by their names in the API; `server`, which the API does not have, gets the errors of the address. */
export type ServiceFields = Readonly<Record<string, FormField>>

export const CREDENTIAL_FIELDS: ServiceFields = {
  server: 'server',
  email: 'email',
  password: 'password',
  device_name: 'deviceName',
}

export const CODE_FIELDS: ServiceFields = { code: 'code' }

export const TOKEN_FIELDS: ServiceFields = { server: 'server' }

export const REGISTER_FIELDS: ServiceFields = {
  ...CREDENTIAL_FIELDS,
  name: 'name',
  password_confirmation: 'passwordConfirmation',
  terms_accepted: 'terms',
}

export const FORGOT_FIELDS: ServiceFields = { server: 'server', email: 'email' }

export const RESET_FIELDS: ServiceFields = {
  ...FORGOT_FIELDS,
  token: 'token',
  password: 'password',
  password_confirmation: 'passwordConfirmation',
}

export const PASSWORD_FIELDS: ServiceFields = {
  current_password: 'currentPassword',
  password: 'password',
  password_confirmation: 'passwordConfirmation',
}

export const PROFILE_FIELDS: ServiceFields = { name: 'name', locale: 'locale', timezone: 'timezone' }

export const NO_ERRORS: FormErrors = { fields: {}, banner: null, retryAt: null }

/** Converts a failure to form errors: at the field that it concerns, otherwise in the banner. */
export function toFormErrors(
  failure: RequestError,
  fields: ServiceFields,
  say: (failure: RequestError) => string,
): FormErrors {
  if (failure.kind === 'invalid') return toInvalidErrors(failure, fields, say)
  if (fields['server'] && concernsAddress(failure)) return { ...NO_ERRORS, fields: { server: say(failure) } }
  return { ...NO_ERRORS, banner: say(failure), retryAt: pauseOf(failure) }
}

function concernsAddress(failure: RequestError): boolean {
  if (failure.kind === 'misconfigured') return true
  return failure.kind === 'offline' && (failure.reason === 'unknownHost' || failure.reason === 'refused')
}

function toInvalidErrors(
  failure: RequestError & { kind: 'invalid' },
  fields: ServiceFields,
  say: (failure: RequestError) => string,
): FormErrors {
  const placed: FormErrors['fields'] = {}
  const rest: string[] = []
  for (const [name, texts] of Object.entries(failure.fields)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field) placed[field] = texts.join(' ')
    else rest.push(...texts)
  }
  if (rest.length > 0) return { ...NO_ERRORS, fields: placed, banner: rest.join(' ') }
  return { ...NO_ERRORS, fields: placed, banner: Object.keys(placed).length > 0 ? null : say(failure) }
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
  const sayFailure = useFailureText()
  const sayCause = useFailureCause()

  return (failure, typed) => {
    const say = (one: RequestError): string => sayFailure(one, serverName(typed))
    const banner = (text: string): FormErrors => ({ ...NO_ERRORS, banner: text })
    if (mayHaveBeenApplied(failure))
      return banner(`${sayCause(failure, serverName(typed))} ${t(texts.maybe)}`)
    if (!REFUSED.has(failure.kind)) return toFormErrors(failure, texts.fields, say)
    const sentence = t(texts.refused)
    const quote = 'message' in failure ? failure.message : undefined
    return banner(quote === undefined ? sentence : t('failure.quoting', { sentence, quote }))
  }
}

/** Returns a function that finds the empty fields; `texts` are the locale keys of their errors. */
export function useRequiredFields<Field extends FormField>(
  typed: Readonly<Record<NoInfer<Field>, Ref<string>>>,
  texts: Readonly<Record<Field, string>>,
): () => FormErrors['fields'] {
  const { t } = useI18n()
  return () => {
    const fields: FormErrors['fields'] = {}
    for (const field of Object.keys(texts) as Field[]) {
      if (typed[field].value.trim() === '') fields[field] = t(texts[field])
    }
    return fields
  }
}

/** Clears the error of a field when its value changes. */
export function useClearErrorOnEdit(
  typed: Partial<Record<FormField, WatchSource>>,
  errors: Ref<FormErrors>,
): void {
  for (const [field, value] of Object.entries(typed)) {
    watch(value, () => {
      const { [field as FormField]: corrected, ...fields } = errors.value.fields
      if (corrected !== undefined) errors.value = { ...errors.value, fields }
    })
  }
}
