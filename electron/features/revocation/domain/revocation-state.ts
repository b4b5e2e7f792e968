import { mayHaveBeenApplied, type Failure } from '../../../shared/failure.ts'
import type { ItemStatus, RevocationOutcome } from '../../../shared/bulk-revocation.ts'
import type { Result } from '../../../shared/result.ts'
import type { SessionIdentity } from '../../../shared/session.ts'

/** The time in which a revocation can be undone before it is sent, ms. */
export const UNDO_WINDOW_MS = 5_000

/** The answer to a DELETE that a list has to confirm; `earlier`: sent before a restart or a retry. */
export type DeleteResult = { is: 'done' | 'gone' | 'earlier' } | { is: 'open'; failure: Failure }

/** The state of one session to revoke; `sent` has no answer while the request is pending. */
export type ItemState =
  | { is: 'queued' | 'confirmed' | 'alreadyGone' | 'cancelled' }
  | { is: 'sent'; answer: DeleteResult | null }
  | { is: 'failed' | 'notConfirmed'; failure: Failure }

/** A session to revoke, with its state. */
export interface ItemToRevoke extends SessionIdentity {
  state: ItemState
}

/**
 * The result of a DELETE: an answer to confirm, a refusal, a request that was certainly not sent, or one that may have
 * been sent before the service became unreachable.
 */
export type DeleteOutcome =
  | { is: 'answered'; answer: DeleteResult }
  | { is: 'refused'; failure: Failure }
  | { is: 'notSent' | 'maybeSent'; failure: Failure }

/** Temporary failures after which the request was certainly not carried out. */
const NOT_SENT: ReadonlySet<Failure['kind']> = new Set(['rateLimited', 'offline', 'tls'])

const FINAL: ReadonlySet<ItemStatus> = new Set([
  'confirmed',
  'alreadyGone',
  'failed',
  'notConfirmed',
  'cancelled',
])

/** Whether a state is final, unless the person retries. */
export function isTerminal({ is }: ItemState): boolean {
  return FINAL.has(is)
}

/** Classifies the answer to a DELETE. Every inconclusive answer needs a fresh list, as do success and "not found". */
export function classifyDelete(deleted: Result<unknown>): DeleteOutcome {
  if (deleted.ok) return { is: 'answered', answer: { is: 'done' } }
  const { failure } = deleted
  if (failure.kind === 'notFound') return { is: 'answered', answer: { is: 'gone' } }
  if (failure.kind === 'outcomeUnknown' && failure.reason === 'unreachable')
    return { is: 'maybeSent', failure }
  if (mayHaveBeenApplied(failure)) return { is: 'answered', answer: { is: 'open', failure } }
  return { is: NOT_SENT.has(failure.kind) ? 'notSent' : 'refused', failure }
}

/** The state after a list that was fetched after the answer; a session is confirmed as ended if it is not listed. */
export function confirmAgainstList(answer: DeleteResult, isListed: boolean): ItemState {
  if (!isListed) return { is: answer.is === 'gone' ? 'alreadyGone' : 'confirmed' }
  switch (answer.is) {
    case 'earlier':
      return { is: 'queued' }
    case 'done':
      return { is: 'notConfirmed', failure: { kind: 'unexpectedAnswer', reason: 'shape' } }
    case 'gone':
      return { is: 'failed', failure: { kind: 'notFound' } }
    case 'open':
      return { is: 'failed', failure: answer.failure }
  }
}

/** The state for a retry: a list first checks whether an unconfirmed item was revoked. */
export function retryState(state: ItemState): ItemState {
  if (state.is === 'failed') return { is: 'queued' }
  return state.is === 'notConfirmed' ? { is: 'sent', answer: { is: 'earlier' } } : state
}

/** The published outcome of a final state; null while it is open or if it was cancelled. */
export function outcomeOf(state: ItemState): RevocationOutcome | null {
  switch (state.is) {
    case 'confirmed':
      return { kind: 'ended' }
    case 'alreadyGone':
      return { kind: 'alreadyGone' }
    case 'failed':
    case 'notConfirmed':
      return { kind: state.is, failure: state.failure }
    default:
      return null
  }
}
