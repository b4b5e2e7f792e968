import { mayHaveBeenApplied, type Failure } from '../../../shared/failure.ts'
import type { ItemStatus, RevocationOutcome } from '../../../shared/ends.ts'
import type { Result } from '../../../shared/result.ts'

/**
 * A response to a DELETE that a list has to confirm: success, "not found", or an inconclusive one. `earlier`: the
 * request may have been sent before a restart or a retry; `wasSent`: it surely was, and not answered with "not found".
 */
export type DeleteResult =
  { is: 'done' | 'gone' } | { is: 'earlier'; wasSent: boolean } | { is: 'open'; failure: Failure }

/** The state of one session to revoke; `answer` is null while the request is pending. */
export type ItemState =
  | { is: 'queued' | 'confirmed' | 'alreadyGone' | 'cancelled' }
  | { is: 'sent'; answer: DeleteResult | null }
  | { is: 'failed' | 'notConfirmed'; failure: Failure }

/**
 * The result of a DELETE: a response to confirm, a refusal, a request that was certainly not sent, or one that may have
 * been sent before the service became unreachable.
 */
export type DeleteOutcome =
  | { kind: 'answered'; answer: DeleteResult }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'notSent' | 'maybeSent'; failure: Failure }

/** Temporary failures of requests that were certainly not carried out. */
const NOT_SENT: ReadonlySet<Failure['kind']> = new Set(['rateLimited', 'offline', 'tls'])

const FINAL: ReadonlySet<ItemStatus> = new Set([
  'confirmed',
  'alreadyGone',
  'failed',
  'notConfirmed',
  'cancelled',
])

/** Whether a state changes only if the person retries. */
export function isTerminal({ is }: ItemState): boolean {
  return FINAL.has(is)
}

/** Whether it is over, and nobody wants more of it. */
export const isAsWanted = (state: ItemState): boolean => isTerminal(state) && !isFailure(state)

/** Whether it is over, and not as it was asked for. */
export const isFailure = ({ is }: ItemState): boolean => is === 'failed' || is === 'notConfirmed'

/** Classifies the result of a DELETE. Success, "not found" and inconclusive responses need a fresh list. */
export function classifyDelete(deleted: Result<unknown>): DeleteOutcome {
  if (deleted.ok) return { kind: 'answered', answer: { is: 'done' } }
  const { failure } = deleted
  if (failure.kind === 'notFound') return { kind: 'answered', answer: { is: 'gone' } }
  if (failure.kind === 'outcomeUnknown' && failure.reason === 'unreachable')
    return { kind: 'maybeSent', failure }
  if (mayHaveBeenApplied(failure)) return { kind: 'answered', answer: { is: 'open', failure } }
  return { kind: NOT_SENT.has(failure.kind) ? 'notSent' : 'refused', failure }
}

/** The state of a session that is not listed any more and was not ended by this app; a renewed one is there all the same. */
export function unlistedState(isRenewed: boolean): ItemState {
  return isRenewed ? { is: 'failed', failure: { kind: 'conflict' } } : { is: 'alreadyGone' }
}

/** What a list shows under the id of an item: its session, another one, or none. */
export type ListedAs = 'itself' | 'another' | 'nothing'

/**
 * Returns the state by a list that was fetched after the response; an unlisted session has ended, unless it is listed with
 * another identity. A DELETE without a clear response ended nothing where its id is another session's by now.
 */
export function confirmAgainstList(
  answer: DeleteResult,
  listedAs: ListedAs,
  isRenewed: () => boolean,
): ItemState {
  if (listedAs !== 'itself') {
    if (answer.is === 'done') return { is: 'confirmed' }
    const isByOthers =
      answer.is === 'gone' || (answer.is === 'earlier' && !answer.wasSent) || listedAs === 'another'
    const isThere = isRenewed()
    return isByOthers || isThere ? unlistedState(isThere) : { is: 'confirmed' }
  }
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

/** Returns the state for a retry; for an unconfirmed item, a list first shows whether it was revoked. */
export function retryState(state: ItemState): ItemState {
  if (state.is === 'failed') return { is: 'queued' }
  return state.is === 'notConfirmed' ? { is: 'sent', answer: { is: 'earlier', wasSent: true } } : state
}

/** Returns the outcome of a state; null while it is open, or if it was cancelled. */
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
