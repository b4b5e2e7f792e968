import { mayHaveBeenApplied, type Failure } from '../../../shared/failure.ts'
import type { ItemStatus, RevocationOutcome } from '../../../shared/bulk-revocation.ts'
import type { Result } from '../../../shared/result.ts'
import type { SessionIdentity } from '../../../shared/session.ts'

/** ms in which an end can be undone, before anything is sent. */
export const UNDO_WINDOW = 5_000

/** What the service said to a DELETE, as far as it needs proof; `earlier`: asked for before a restart or a retry. */
export type DeleteResult = { is: 'done' | 'gone' | 'earlier' } | { is: 'open'; failure: Failure }

/** What is known of one session that is to be ended; `sent` has no answer while it is on its way. */
export type ItemState =
  | { is: 'queued' | 'confirmed' | 'alreadyGone' | 'cancelled' }
  | { is: 'sent'; answer: DeleteResult | null }
  | { is: 'failed' | 'notConfirmed'; failure: Failure }

/** A session to revoke, and what is known of it. */
export interface ItemToRevoke extends SessionIdentity {
  state: ItemState
}

/** What a DELETE led to: a state, or that it was certainly not sent and why. */
export type DeleteOutcome =
  | { is: 'answered'; answer: DeleteResult }
  | { is: 'refused'; failure: Failure }
  | { is: 'notSent'; failure: Failure }

/** Failures that say for certain that it was not carried out, and will pass. */
const NOT_SENT: ReadonlySet<Failure['kind']> = new Set(['rateLimited', 'offline', 'tls'])

const FINAL: ReadonlySet<ItemStatus> = new Set([
  'confirmed',
  'alreadyGone',
  'failed',
  'notConfirmed',
  'cancelled',
])

/** Whether a state stays as it is, unless the person asks again. */
export function isTerminal({ is }: ItemState): boolean {
  return FINAL.has(is)
}

/** Reads the answer to a DELETE; what leaves the truth open, "not found" and "done" too, needs a fresh list. */
export function classifyDelete(deleted: Result<unknown>): DeleteOutcome {
  if (deleted.ok) return { is: 'answered', answer: { is: 'done' } }
  const { failure } = deleted
  if (failure.kind === 'notFound') return { is: 'answered', answer: { is: 'gone' } }
  if (mayHaveBeenApplied(failure)) return { is: 'answered', answer: { is: 'open', failure } }
  return { is: NOT_SENT.has(failure.kind) ? 'notSent' : 'refused', failure }
}

/** The state after a list that was asked for once the answer was there: done means that the list no longer has it. */
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

/** The state with which a retry begins: what may have been done is looked after before it is asked for again. */
export function retryState(state: ItemState): ItemState {
  if (state.is === 'failed') return { is: 'queued' }
  return state.is === 'notConfirmed' ? { is: 'sent', answer: { is: 'earlier' } } : state
}

/** What is told about the end of one session; null while it is open or when it was called off. */
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
