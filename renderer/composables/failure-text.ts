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
export function failureKey(trouble: RequestError): string {
  if (trouble.kind === 'outcomeUnknown') return `failure.outcomeUnknown.${trouble.reason ?? 'interrupted'}`
  return 'reason' in trouble ? `failure.${trouble.kind}.${trouble.reason}` : `failure.${trouble.kind}`
}

/** The service's own words that may stand beside our sentence, or null. */
export function quoteOf(trouble: RequestError): string | null {
  if (!QUOTED.has(trouble.kind)) return null
  if (trouble.kind === 'invalid') return Object.values(trouble.fields).flat()[0] ?? trouble.message ?? null
  return ('message' in trouble && trouble.message) || null
}

/**
 * Until when the service asked for a pause, epoch ms, or null. Where it named no time but said something, its words may
 * name one, and ours would contradict them.
 */
export function pauseOf(trouble: RequestError): number | null {
  if (trouble.kind !== 'rateLimited') return null
  return trouble.assumed && quoteOf(trouble) !== null ? null : trouble.retryAt
}

/** Says why something failed; of a lost answer, not that its outcome is unknown: the caller says it in its own words. */
export function useFailureCause(): (trouble: RequestError, server: string) => string {
  const { t } = useI18n()
  return (trouble, server) => {
    const status = trouble.kind === 'server' ? trouble.status : ''
    const sentence = t(failureKey(trouble), { server, status })
    const quote = quoteOf(trouble)
    return quote === null ? sentence : t('failure.quoting', { sentence, quote })
  }
}

/** Says a failure in the window's language; `server` is the name of the server that it concerns. */
export function useFailureText(): (trouble: RequestError, server: string) => string {
  const { t } = useI18n()
  const sayCause = useFailureCause()
  return (trouble, server) => {
    const cause = sayCause(trouble, server)
    return trouble.kind === 'outcomeUnknown' ? `${cause} ${t('failure.notKnown')}` : cause
  }
}
