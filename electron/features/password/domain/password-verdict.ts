import type { Failure } from '../../../shared/failure.ts'
import type { PasswordVerdict } from '../../../shared/password.ts'
import type { Result } from '../../../shared/result.ts'

/** The kind of response to a change: none, JSON of the API (or an empty success), or something else. */
export type ResponseKind = 'nothing' | 'json' | 'other'

/** Whether the service accepts one of the two passwords, by a sign-in; `unclear` proves nothing. */
export type ProbeOutcome = 'accepted' | 'rejected' | 'unclear'

/** Whether the service certainly did not evaluate the password of a probe, so that it can be tried again. */
export function isUntried(response: Result<unknown>): response is { ok: false; failure: Failure } {
  // The service sends a 429 before it evaluates a password.
  return (
    !response.ok && (BEFORE_SENDING.has(response.failure.kind) || response.failure.kind === 'rateLimited')
  )
}

/** The service's refusals, which change nothing: 400, 422 and `success: false`, 423, 429. */
const REFUSALS: ReadonlySet<Failure['kind']> = new Set(['invalid', 'locked', 'rateLimited'])
/** The failures of requests that were not sent. */
const BEFORE_SENDING: ReadonlySet<Failure['kind']> = new Set(['offline', 'tls'])

/** Returns the verdict of a change by its response; `unknown` unless it is certain. */
export function verdictOfChange(result: Result<unknown>, responseKind: ResponseKind): PasswordVerdict {
  if (result.ok) return 'changed'
  if (responseKind === 'nothing') return BEFORE_SENDING.has(result.failure.kind) ? 'notSent' : 'unknown'
  return responseKind === 'json' && REFUSALS.has(result.failure.kind) ? 'unchanged' : 'unknown'
}

/** Classifies a sign-in with one password; a service that requires a two-factor code has accepted the password. */
export function classifyProbe(response: Result<unknown>): ProbeOutcome {
  if (response.ok) return 'accepted'
  const { failure } = response
  if (failure.kind === 'unauthenticated') return 'rejected'
  if (failure.kind !== 'invalid') return 'unclear'
  const fields = Object.keys(failure.fields)
  const isAboutCredentials =
    fields.length === 0 || fields.some((field) => field === 'email' || field === 'password')
  return isAboutCredentials ? 'rejected' : 'unclear'
}

/** Returns the verdict of two sign-ins; `unknown` unless one password is accepted and the other rejected. */
export function verdictOfProbes(withNew: ProbeOutcome, withOld: ProbeOutcome): PasswordVerdict {
  if (withNew === 'accepted' && withOld === 'rejected') return 'changed'
  return withNew === 'rejected' && withOld === 'accepted' ? 'unchanged' : 'unknown'
}

/** Returns the device name of a probe by the time of its change (epoch ms): unique, and the same after a crash. */
export function probeName(at: number, which: 'new' | 'old'): string {
  return `Session Desk password check ${at.toString(36)}-${which}`
}
