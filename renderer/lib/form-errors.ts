import type { RequestError } from '../../electron/shared/bridge.ts'
import { mayBeWrongAddress } from '../../electron/shared/failure-text.ts'
import { otherLocalAddress } from '../../electron/shared/loopback.ts'
import { pauseOf } from './failure-text.ts'

/** A field of a form. In the API it has the same name in snake case; `server` and `apiToken` are not fields of the API. */
export type FormField =
  | 'server'
  | 'name'
  | 'email'
  | 'currentPassword'
  | 'password'
  | 'passwordConfirmation'
  | 'deviceName'
  | 'termsAccepted'
  | 'code'
  | 'token'
  | 'apiToken'
  | 'locale'
  | 'timezone'

/** The errors of a form, at its fields, in its banner, or both; `retryAt` is epoch ms, `otherServer` an address to try instead. */
export interface FormErrors {
  fields: Partial<Record<FormField, string>>
  otherServer?: string | null
  banner: string | null
  retryAt: number | null
}

/** A form without errors. */
export const NO_ERRORS: FormErrors = { fields: {}, banner: null, retryAt: null }

/** A typed server address. `isKnown`: an account has it, so it is right. */
export interface TypedServer {
  typed: string
  isKnown: boolean
}

/** Converts a failure to form errors: at the one of the form's `fields` that it concerns, otherwise in the banner. */
export function toFormErrors(
  failure: RequestError,
  fields: readonly FormField[],
  say: (failure: RequestError) => string,
  { typed, isKnown }: TypedServer = { typed: '', isKnown: false },
): FormErrors {
  if (failure.kind === 'invalid') return toInvalidErrors(failure, fields, say)
  if (fields.includes('server') && concernsAddress(failure, isKnown))
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
  fields: readonly FormField[],
  say: (failure: RequestError) => string,
): FormErrors {
  const placed: FormErrors['fields'] = {}
  const rest: string[] = []
  for (const [name, texts] of Object.entries(failure.fields)) {
    const field = fields.find((each) => serviceName(each) === name)
    if (field) placed[field] = texts.join(' ')
    else rest.push(...texts)
  }
  if (rest.length > 0) return { ...NO_ERRORS, fields: placed, banner: rest.join(' ') }
  return { ...NO_ERRORS, fields: placed, banner: Object.keys(placed).length > 0 ? null : say(failure) }
}

/** The name of a field in the API. */
const serviceName = (field: FormField): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
