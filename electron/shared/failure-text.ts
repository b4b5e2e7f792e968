import type { RequestError } from './failure.ts'
import type { Translate } from './translate.ts'

/** Kinds whose sentence quotes the service's message. */
const QUOTED: ReadonlySet<RequestError['kind']> = new Set([
  'forbidden',
  'conflict',
  'invalid',
  'locked',
  'rateLimited',
])

/** The locale key of a failure's sentence: each kind has one, or each reason of the kind. */
export function failureKey(failure: RequestError): string {
  if (failure.kind === 'outcomeUnknown') return `failure.outcomeUnknown.${failure.reason ?? 'interrupted'}`
  if ('noToken' in failure) return 'failure.noToken'
  return 'reason' in failure ? `failure.${failure.kind}.${failure.reason}` : `failure.${failure.kind}`
}

/** The reasons for which the address may be wrong, whose sentences ask to check it. */
const ABOUT_ADDRESS: ReadonlySet<string> = new Set([
  'unknownHost',
  'refused',
  'notTheApi',
  'html',
  'notJson',
  'redirect',
])

/** Whether the address may be the cause of a failure. */
export function mayBeWrongAddress(failure: RequestError): boolean {
  return 'reason' in failure && ABOUT_ADDRESS.has(failure.reason ?? '')
}

/** The locale key of a failure's sentence at a server whose address is right: it does not ask to check the address. */
export function knownServerFailureKey(failure: RequestError): string {
  const reason = 'reason' in failure ? (failure.reason ?? '') : ''
  return mayBeWrongAddress(failure) ? `failure.knownServer.${reason}` : failureKey(failure)
}

/** The service's message to quote after our sentence, or null. */
export function quoteOf(failure: RequestError): string | null {
  if (!QUOTED.has(failure.kind)) return null
  if (failure.kind === 'invalid') return Object.values(failure.fields).flat()[0] ?? failure.message ?? null
  return ('message' in failure && failure.message) || null
}

/**
 * A server in a failure's text, by its display name. `isKnown`: an account is at its address, so that is right. `isUnquoted`: what
 * the service says is left out, because it may name an email address.
 */
export interface NamedServer {
  server: string
  isKnown: boolean
  isUnquoted?: boolean
}

/** Returns the cause of a failure. For a lost answer the caller adds what the unknown outcome means. */
export function failureCause(
  failure: RequestError,
  { server, isKnown, isUnquoted }: NamedServer,
  t: Translate,
): string {
  const status = failure.kind === 'server' ? failure.status : ''
  const sentence = t(isKnown ? knownServerFailureKey(failure) : failureKey(failure), { server, status })
  const quote = isUnquoted ? null : quoteOf(failure)
  return quote === null ? sentence : t('failure.quoting', { sentence, quote })
}

/** Returns the whole text of a failure. */
export function failureText(failure: RequestError, at: NamedServer, t: Translate): string {
  const cause = failureCause(failure, at, t)
  return failure.kind === 'outcomeUnknown' ? `${cause} ${t('failure.notKnown')}` : cause
}
