import type { HideText } from './error-message.ts'
import type { ApiRequest } from './transport.ts'

const SECRET_NAMES = /token|password|secret/i
/** A shorter value may be a part of any text. */
const MIN_CHARACTERS = 6

/**
 * Returns what hides the secrets of a request in the service's words about its failure: a service may repeat what it refused, and people
 * read its words and copy them. Secrets are the token, and the fields of the body whose names say so.
 */
export function hideSecretsOf({ token, body }: ApiRequest): HideText {
  const named = Object.entries<unknown>({ ...(body ?? {}) }).filter(([name]) => SECRET_NAMES.test(name))
  const secrets = [token, ...named.map(([, value]) => value)].filter(
    (secret): secret is string => typeof secret === 'string' && secret.length >= MIN_CHARACTERS,
  )
  // The longest first: a new password may begin with the old one.
  secrets.sort((a, b) => b.length - a.length)
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text)
}
