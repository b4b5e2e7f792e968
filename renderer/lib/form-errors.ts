import { watch, type Ref, type WatchSource } from 'vue'
import type { RequestError } from '../../electron/shared/bridge.ts'
import { mayBeWrongAddress } from '../../electron/shared/failure-text.ts'
import { otherLocalAddress } from '../../electron/shared/loopback.ts'
import { pauseOf } from './failure-text.ts'

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

/** The errors of a form, at its fields, in its banner, or both; `retryAt` is epoch ms, `otherServer` an address to try instead. */
export interface FormErrors {
  fields: Partial<Record<FormField, string>>
  otherServer?: string | null
  banner: string | null
  retryAt: number | null
}

/** The fields of a form by their names in the API; `server`, which the API does not have, gets the errors of the address. */
export type ServiceFields = Readonly<Record<string, FormField>>

/** A form without errors. */
export const NO_ERRORS: FormErrors = { fields: {}, banner: null, retryAt: null }

/** A typed server address. `isKnown`: an account has it, so it is right. */
export interface TypedServer {
  typed: string
  isKnown: boolean
}

/** Converts a failure to form errors: at the field that it concerns, otherwise in the banner. */
export function toFormErrors(
  failure: RequestError,
  fields: ServiceFields,
  say: (failure: RequestError) => string,
  { typed, isKnown }: TypedServer = { typed: '', isKnown: false },
): FormErrors {
  if (failure.kind === 'invalid') return toInvalidErrors(failure, fields, say)
  if (fields['server'] && concernsAddress(failure, isKnown))
    return {
      ...NO_ERRORS,
      fields: { server: say(failure) },
      otherServer: otherLocalAddress(typed, failure),
    }
  return { ...NO_ERRORS, banner: say(failure), retryAt: pauseOf(failure) }
}

function concernsAddress(failure: RequestError, isKnown: boolean): boolean {
  if (mayBeWrongAddress(failure)) return !isKnown
  return failure.kind === 'misconfigured' || (failure.kind === 'offline' && failure.reason === 'plainHttp')
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
