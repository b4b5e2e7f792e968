import { useI18n } from 'vue-i18n'
import type { RequestError } from '../bridge.ts'

/** Kinds whose sentence gains from the service's own words. */
const QUOTED: ReadonlySet<RequestError['kind']> = new Set([
  'forbidden',
  'conflict',
  'invalid',
  'locked',
  'rateLimited',
])

/** The key of a failure's sentence: one per kind, and per reason where the reason changes what to do. */
export function failureKey(failure: RequestError): string {
  if (failure.kind === 'outcomeUnknown') return `failure.outcomeUnknown.${failure.reason ?? 'interrupted'}`
  return 'reason' in failure ? `failure.${failure.kind}.${failure.reason}` : `failure.${failure.kind}`
}

/** The service's own words that may stand beside our sentence, or null. */
export function quoteOf(failure: RequestError): string | null {
  if (!QUOTED.has(failure.kind)) return null
  if (failure.kind === 'invalid') return Object.values(failure.fields).flat()[0] ?? failure.message ?? null
  return ('message' in failure && failure.message) || null
}

/**
 * Until when the service asked for a pause, epoch ms, or null. Where it named no time but said something, its words may
 * name one, and ours would contradict them.
 */
export function pauseOf(failure: RequestError): number | null {
  if (failure.kind !== 'rateLimited') return null
  return failure.assumed && quoteOf(failure) !== null ? null : failure.retryAt
}

/** Says why something failed; of a lost answer, not that its outcome is unknown: the caller says it in its own words. */
export function useFailureCause(): (failure: RequestError, server: string) => string {
  const { t } = useI18n()
  return (failure, server) => {
    const status = failure.kind === 'server' ? failure.status : ''
    const sentence = t(failureKey(failure), { server, status })
    const quote = quoteOf(failure)
    return quote === null ? sentence : t('failure.quoting', { sentence, quote })
  }
}

/** Says a failure in the window's language; `server` is the name of the server that it concerns. */
export function useFailureText(): (failure: RequestError, server: string) => string {
  const { t } = useI18n()
  const sayCause = useFailureCause()
  return (failure, server) => {
    const cause = sayCause(failure, server)
    return failure.kind === 'outcomeUnknown' ? `${cause} ${t('failure.notKnown')}` : cause
  }
}
