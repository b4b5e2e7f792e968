import type { Failure } from '../shared/failure.ts'
import type { ApiRequest } from './transport.ts'

const SECRET_NAMES = /token|password|secret/i
/** A shorter value may be a part of any text. */
const MIN_CHARACTERS = 6

/**
 * Hides the secrets of a request in the service's words about its failure: a service may repeat what it refused, and people read its
 * words and copy them. Secrets are the token, and the fields of the body whose names say so.
 */
export function withoutEchoes(failure: Failure, { token, body }: ApiRequest): Failure {
  const named = Object.entries<unknown>({ ...(body ?? {}) }).filter(([name]) => SECRET_NAMES.test(name))
  const secrets = [token, ...named.map(([, value]) => value)].filter(
    (secret): secret is string => typeof secret === 'string' && secret.length >= MIN_CHARACTERS,
  )
  const hide = (text: string): string =>
    secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text)
  const hidden = { ...failure }
  if ('message' in hidden) hidden.message = hide(hidden.message)
  if (hidden.kind === 'invalid')
    hidden.fields = Object.fromEntries(
      Object.entries(hidden.fields).map(([field, texts]) => [field, texts.map(hide)]),
    )
  return hidden
}
