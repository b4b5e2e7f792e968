const SECRET_NAMES = /token|password|secret/i
/** A shorter value may be a part of any text. */
const MIN_CHARACTERS = 6

/**
 * Hides the secrets of a request in the text of its error: a service may repeat what it refused, and people read its message, log it
 * or copy it. Secrets are the token, and the fields of the body whose names say so.
 */
export function hideEchoes(text: string, token: string | undefined, body: unknown): string {
  const named = Object.entries<unknown>({ ...(body ?? {}) }).filter(([name]) => SECRET_NAMES.test(name))
  return [token, ...named.map(([, value]) => value)]
    .filter((secret): secret is string => typeof secret === 'string' && secret.length >= MIN_CHARACTERS)
    .reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text)
}
