import type { Failure } from '../shared/failure.ts'
import type { Result } from '../shared/result.ts'
import { NETWORK_RULES, type NetworkRule } from './failure-table.ts'
import type { ApiResponse } from './response.ts'

/** The response exceeds the limit of bytes; reading it was stopped. */
export class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError'
}

/** The call exceeds the time limit. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/**
 * The request that an error belongs to. `wasOffline`: this computer had no network when it was made.
 * `mayReuseConnection`: Chromium may have sent it over an idle connection first, so a connection error does not prove
 * that nothing was sent.
 */
export interface RequestContext {
  isWrite: boolean
  wasOffline: boolean
  mayReuseConnection: boolean
}

const TIMED_OUT: Omit<NetworkRule, 'is'> = { means: 'timeout', sent: 'maybe' }
const INTERRUPTED: Omit<NetworkRule, 'is'> = { means: 'interrupted', sent: 'maybe' }

/** Converts a network error to a `Failure`. A write that may have reached the service becomes `outcomeUnknown`. */
export function failureOfError(
  error: unknown,
  { isWrite, wasOffline, mayReuseConnection }: RequestContext,
): Failure {
  if (error instanceof ResponseTooLargeError) {
    return isWrite
      ? { kind: 'outcomeUnknown', reason: 'tooLarge' }
      : { kind: 'unexpectedAnswer', reason: 'tooLarge' }
  }
  const { means, sent } = error instanceof TimeoutError ? TIMED_OUT : ruleOf(error)
  // The server answered with a redirect, so it is not the API.
  if (means === 'redirect') return { kind: 'unexpectedAnswer', reason: 'redirect' }
  if (means === 'blockedPort') return { kind: 'misconfigured', reason: 'blockedPort' }
  const wasNeverSent = (sent === 'never' && !mayReuseConnection) || (wasOffline && means === 'noNetwork')
  if (isWrite && !wasNeverSent && sent === 'never') return { kind: 'outcomeUnknown', reason: 'unreachable' }
  if (isWrite && !wasNeverSent)
    return means === 'timeout' ? { kind: 'outcomeUnknown', reason: 'timeout' } : { kind: 'outcomeUnknown' }
  if (means === 'tls' || means === 'timeout') return { kind: means }
  return { kind: 'offline', reason: means }
}

function ruleOf(error: unknown): Omit<NetworkRule, 'is'> {
  const text = error instanceof Error ? error.message : ''
  return NETWORK_RULES.find(({ is }) => is.test(text)) ?? INTERRUPTED
}

/** Whether nothing answers with https, or a record of TLS broke: both have the same code. */
export function isPlainHttp({ kind, reason }: { kind: string; reason?: string }): boolean {
  return kind === 'offline' && reason === 'plainHttp'
}

/** Whether a GET may succeed a moment later: the connection broke, or a gateway answered 502, 503 or 504. */
export function isTransient(response: Result<ApiResponse>): boolean {
  if (response.ok)
    return [502, 503, 504].includes(response.value.status) && response.value.retryAfter === null
  const { failure } = response
  return isPlainHttp(failure) || (failure.kind === 'offline' && failure.reason === 'interrupted')
}
