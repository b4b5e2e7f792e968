import { useI18n } from 'vue-i18n'
import { useAppStore } from './app-state.ts'
import type { RequestError } from '../../electron/shared/bridge.ts'

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
 * The time until which the service asks to wait, epoch ms, or null. Null also where the time is our default and the service
 * sent a message, because the message may name another time.
 */
export function pauseOf(failure: RequestError): number | null {
  if (failure.kind !== 'rateLimited') return null
  return failure.assumed && quoteOf(failure) !== null ? null : failure.retryAt
}

/** Returns the cause of a failure. For a lost answer the caller adds what the unknown outcome means. */
export function useFailureCause(): (failure: RequestError, server: string) => string {
  const { t } = useI18n()
  const app = useAppStore()
  return (failure, server) => {
    const key = app.isKnownServer(server) ? knownServerFailureKey(failure) : failureKey(failure)
    const sentence = t(key, { ...failure, server })
    const quote = quoteOf(failure)
    return quote === null ? sentence : t('failure.quoting', { sentence, quote })
  }
}

/** Returns the text of a failure in the window's language; `server` is the name of the server. */
export function useFailureText(): (failure: RequestError, server: string) => string {
  const { t } = useI18n()
  const sayCause = useFailureCause()
  return (failure, server) => {
    const cause = sayCause(failure, server)
    return failure.kind === 'outcomeUnknown' ? `${cause} ${t('failure.notKnown')}` : cause
  }
}
