import type { Failure } from '../../../shared/failure.ts'
import type { PasswordVerdict } from '../../../shared/password.ts'
import type { Result } from '../../../shared/result.ts'

/** The kind of answer to a change: none, JSON of the API (or an empty success), or something else. */
export type AnswerKind = 'nothing' | 'json' | 'other'

/** The result of a sign-in with one of the two passwords; `unclear` proves nothing. */
export type ProbeAnswer = 'accepted' | 'rejected' | 'unclear'

/** Whether a probe's password was certainly not evaluated, so that it can be tried again. */
export function isUntried(reply: Result<unknown>): reply is { ok: false; failure: Failure } {
  // The service sends a 429 before it evaluates a password.
  return !reply.ok && (BEFORE_SENDING.has(reply.failure.kind) || reply.failure.kind === 'rateLimited')
}

/** The service's own refusals: 400 and 422 (and `success: false`), 423, 429. They change nothing. */
const REFUSALS: ReadonlySet<Failure['kind']> = new Set(['invalid', 'locked', 'rateLimited'])
/** Failures that come before the request is sent. */
const BEFORE_SENDING: ReadonlySet<Failure['kind']> = new Set(['offline', 'tls'])

/** The verdict after the answer to a change; anything uncertain is `unknown`. */
export function verdictOfChange(result: Result<unknown>, answered: AnswerKind): PasswordVerdict {
  if (result.ok) return 'changed'
  if (answered === 'nothing') return BEFORE_SENDING.has(result.failure.kind) ? 'notSent' : 'unknown'
  return answered === 'json' && REFUSALS.has(result.failure.kind) ? 'unchanged' : 'unknown'
}

/** Classifies a sign-in with one password; a request for a two-factor code accepts the password. */
export function classifyProbe(reply: Result<unknown>): ProbeAnswer {
  if (reply.ok) return 'accepted'
  const { failure } = reply
  if (failure.kind === 'unauthenticated') return 'rejected'
  if (failure.kind !== 'invalid') return 'unclear'
  const fields = Object.keys(failure.fields)
  const isAboutCredentials =
    fields.length === 0 || fields.some((field) => field === 'email' || field === 'password')
  return isAboutCredentials ? 'rejected' : 'unclear'
}

/** The verdict of two sign-ins: `unknown` unless exactly one is accepted and the other rejected. */
export function verdictOfProbes(withNew: ProbeAnswer, withOld: ProbeAnswer): PasswordVerdict {
  if (withNew === 'accepted' && withOld === 'rejected') return 'changed'
  return withNew === 'rejected' && withOld === 'accepted' ? 'unchanged' : 'unknown'
}

/** The device name of a probe, from the time of its change (epoch ms): unique, and found again after a crash. */
export function probeName(at: number, which: 'new' | 'old'): string {
  return `Session Desk password check ${at.toString(36)}-${which}`
}
