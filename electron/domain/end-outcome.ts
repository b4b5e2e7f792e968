import type { Failure } from '../contract/failure.ts'
import type { EndOutcome } from '../contract/models.ts'
import type { ToldSession } from './told-session.ts'
import type { Result } from '../contract/result.ts'

/** ms in which an end can be undone, before anything is sent (design section 7). */
export const UNDO_WINDOW = 5_000

/** Answers after which a DELETE may have been carried out all the same: lost ones, a gateway's, and "not found". */
const OPEN: ReadonlySet<Failure['kind']> = new Set([
  'outcomeUnknown',
  'unexpectedAnswer',
  'server',
  'timeout',
  'notFound',
])

/** Whether the answer to the DELETE leaves the truth open, so that a fresh list has to say it. */
export function needsFreshList(deleted: Result<unknown>): boolean {
  return deleted.ok || OPEN.has(deleted.failure.kind)
}

/** What became of an end, from the answer to the DELETE and a fresh list: ended only when the list no longer has it. */
export function outcomeOf(
  sessionId: number,
  deleted: Result<unknown>,
  fresh: Result<readonly ToldSession[]>,
): EndOutcome {
  if (!deleted.ok && !needsFreshList(deleted)) return { kind: 'failed', failure: deleted.failure }
  if (!fresh.ok) return { kind: 'notConfirmed', failure: fresh.failure }
  const gone = !fresh.value.some(({ id }) => id === sessionId)
  if (gone) return { kind: !deleted.ok && deleted.failure.kind === 'notFound' ? 'alreadyGone' : 'ended' }
  return deleted.ok
    ? { kind: 'notConfirmed', failure: { kind: 'unexpectedAnswer', reason: 'shape' } }
    : { kind: 'failed', failure: deleted.failure }
}
