import type { Failure } from '../../../shared/failure.ts'
import type { PasswordVerdict } from '../../../shared/password.ts'
import type { Result } from '../../../shared/result.ts'

/** What came back from the service to a change: nothing, its own JSON (or an empty success), or something else. */
export type Answered = 'nothing' | 'json' | 'other'

/** What a sign-in with one of the two passwords showed. `unclear`: neither, so that it proves nothing. */
export type ProbeAnswer = 'accepted' | 'rejected' | 'unclear'

/** Whether the password of a probe was certainly looked at by nobody, so that it can be tried again. */
export function isUntried(entered: Result<unknown>): entered is { ok: false; failure: Failure } {
  // A 429 refuses before anything is looked at.
  return !entered.ok && (BEFORE_SENDING.has(entered.failure.kind) || entered.failure.kind === 'rateLimited')
}

/** The service's own refusals: 400 and 422 (and `success: false`), 423, 429. Nothing was changed. */
const REFUSALS: ReadonlySet<Failure['kind']> = new Set(['invalid', 'locked', 'rateLimited'])
/** Without an answer, these are known from before the request was written; the others are not. */
const BEFORE_SENDING: ReadonlySet<Failure['kind']> = new Set(['offline', 'tls'])

/** What is known about a password after the answer to its change; what is not certain is unknown. */
export function verdictOfChange(result: Result<unknown>, answered: Answered): PasswordVerdict {
  if (result.ok) return 'changed'
  if (answered === 'nothing') return BEFORE_SENDING.has(result.failure.kind) ? 'notSent' : 'unknown'
  return answered === 'json' && REFUSALS.has(result.failure.kind) ? 'unchanged' : 'unknown'
}

/** What one sign-in says about the password it was made with; being asked for a code is being let through. */
export function answerOfProbe(entered: Result<unknown>): ProbeAnswer {
  if (entered.ok) return 'accepted'
  const { failure } = entered
  if (failure.kind === 'unauthenticated') return 'rejected'
  if (failure.kind !== 'invalid') return 'unclear'
  const fields = Object.keys(failure.fields)
  const concernsIt = fields.length === 0 || fields.some((field) => field === 'email' || field === 'password')
  return concernsIt ? 'rejected' : 'unclear'
}

/** What two sign-ins prove: both let through, neither, or one that proves nothing leave it unknown. */
export function verdictOfProbes(withNew: ProbeAnswer, withOld: ProbeAnswer): PasswordVerdict {
  if (withNew === 'accepted' && withOld === 'rejected') return 'changed'
  return withNew === 'rejected' && withOld === 'accepted' ? 'unchanged' : 'unknown'
}

/** The device name of a probe, from when the change was sent (epoch ms): unique, and found again after a crash. */
export function probeName(at: number, which: 'new' | 'old'): string {
  return `Session Desk password check ${at.toString(36)}-${which}`
}
