import { useI18n } from 'vue-i18n'
import type { RequestError } from '../../electron/shared/bridge.ts'
import { failureCause, failureText, quoteOf } from '../../electron/shared/failure-text.ts'
import { useAppStore } from './app-state.ts'

/**
 * The time until which the service asks to wait, epoch ms, or null. Null also where the time is our default and the service
 * sent a message, because the message may name another time.
 */
export function pauseOf(failure: RequestError): number | null {
  if (failure.kind !== 'rateLimited') return null
  return failure.assumed && quoteOf(failure) !== null ? null : failure.retryAt
}

/** Returns the function `say` in the window's language; the name of a server tells whether it is known. */
function useText(say: typeof failureText): (failure: RequestError, server: string) => string {
  const { t } = useI18n()
  const app = useAppStore()
  return (failure, server) => say(failure, { server, isKnown: app.isKnownServer(server) }, t)
}

/** Returns the cause of a failure. For a lost answer the caller adds what the unknown outcome means. */
export const useFailureCause = () => useText(failureCause)

/** Returns the text of a failure in the window's language; `server` is the name of the server. */
export const useFailureText = () => useText(failureText)
