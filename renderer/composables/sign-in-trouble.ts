import type { Trouble } from '../bridge.ts'
import { pauseOf } from './failure-text.ts'

/** The fields that can carry an error of their own. */
export type SignInField =
  | 'server'
  | 'name'
  | 'email'
  | 'password'
  | 'passwordConfirmation'
  | 'deviceName'
  | 'terms'
  | 'code'
  | 'token'
  | 'locale'
  | 'timezone'

/** Where the words of a failed sign-in go: at fields, in the banner, or both; `retryAt` is epoch ms. */
export interface SignInTrouble {
  fields: Partial<Record<SignInField, string>>
  banner: string | null
  retryAt: number | null
}

/** The fields of one form by their names in the API; `server` is ours: where what concerns the address goes. */
export type ServiceFields = Readonly<Record<string, SignInField>>

/** The fields of the first step. */
export const CREDENTIAL_FIELDS: ServiceFields = {
  server: 'server',
  email: 'email',
  password: 'password',
  device_name: 'deviceName',
}

/** The field of the second step. */
export const CODE_FIELDS: ServiceFields = { code: 'code' }

/** The fields of connecting with an API token. */
export const TOKEN_FIELDS: ServiceFields = { server: 'server' }

/** The fields of registering. */
export const REGISTER_FIELDS: ServiceFields = {
  ...CREDENTIAL_FIELDS,
  name: 'name',
  password_confirmation: 'passwordConfirmation',
  terms_accepted: 'terms',
}

/** The fields of asking for a recovery mail. */
export const FORGOT_FIELDS: ServiceFields = { server: 'server', email: 'email' }

/** The fields of resetting a password. */
export const RESET_FIELDS: ServiceFields = {
  ...FORGOT_FIELDS,
  token: 'token',
  password: 'password',
  password_confirmation: 'passwordConfirmation',
}

/** A form without trouble. */
export const NO_TROUBLE: SignInTrouble = { fields: {}, banner: null, retryAt: null }

/** Places a failure: what concerns the address or a field goes there, the rest into the banner. */
export function placeTrouble(
  trouble: Trouble,
  fields: ServiceFields,
  say: (trouble: Trouble) => string,
): SignInTrouble {
  if (trouble.kind === 'invalid') return placeInvalid(trouble, fields, say)
  if (fields['server'] && concernsAddress(trouble)) return { ...NO_TROUBLE, fields: { server: say(trouble) } }
  return { ...NO_TROUBLE, banner: say(trouble), retryAt: pauseOf(trouble) }
}

function concernsAddress(trouble: Trouble): boolean {
  if (trouble.kind === 'misconfigured') return true
  return trouble.kind === 'offline' && (trouble.reason === 'unknownHost' || trouble.reason === 'refused')
}

function placeInvalid(
  trouble: Trouble & { kind: 'invalid' },
  fields: ServiceFields,
  say: (trouble: Trouble) => string,
): SignInTrouble {
  const placed: SignInTrouble['fields'] = {}
  const rest: string[] = []
  for (const [name, texts] of Object.entries(trouble.fields)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field) placed[field] = texts.join(' ')
    else rest.push(...texts)
  }
  if (rest.length > 0) return { ...NO_TROUBLE, fields: placed, banner: rest.join(' ') }
  return { ...NO_TROUBLE, fields: placed, banner: Object.keys(placed).length > 0 ? null : say(trouble) }
}
