import type { z } from 'zod'
import type { ledgerSchema } from '../../core/end-schemas.ts'
import { storedFailureSchema } from '../../core/end-schemas.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Batch, End, EndParts } from './domain/end.ts'
import { createLedger, type Ledger } from './domain/ledger.ts'
import type { DeleteResult, ItemState } from './domain/revocation-state.ts'

/** The ledger of one account, as stored: ids, names and times, no secret. */
export type LedgerFile = z.infer<typeof ledgerSchema>
type StoredState = LedgerFile['ends'][number]['state']
type StoredFailure = z.infer<typeof storedFailureSchema>

/** Nothing was asked for. */
export const EMPTY_LEDGER: LedgerFile = { nextNumber: 1, batches: [], ends: [], unsent: [] }

/** Returns what to store; null if there is nothing. Ends that are claimed are stored as sent. */
export function toStored(ledger: Ledger): LedgerFile | null {
  const batches = ledger.batches().map(({ number, cause, isAlone, askedAt, since, phase, reason }) => ({
    ...{ number, cause, isAlone, askedAt, since, phase, reason },
  }))
  const unsent = [...ledger.unsent()]
  if (batches.length === 0 && unsent.length === 0) return null
  const ends = [...ledger.ends()].map((end) => ({
    key: end.key,
    id: end.id,
    createdAt: end.createdAt,
    name: end.name,
    state: storedState(end.state, ledger.isClaimed(end)),
    intents: [...end.intents].map(({ number }) => number),
  }))
  return { nextNumber: ledger.nextNumber(), batches, ends, unsent }
}

function storedState(state: ItemState, isClaimed: boolean): StoredState {
  if (state.is === 'queued') return isClaimed ? { is: 'sent', answer: null } : { is: state.is }
  if (state.is === 'failed' || state.is === 'notConfirmed')
    return { is: state.is, failure: withoutWords(state.failure) }
  if (state.is === 'sent' && state.answer?.is === 'open')
    return { is: 'sent', answer: { is: 'open', failure: withoutWords(state.answer.failure) } }
  return state.is === 'sent' ? { is: 'sent', answer: state.answer } : { is: state.is }
}

/** What the service said in its own words is shown, and not stored. */
function withoutWords(failure: Failure): StoredFailure {
  const { data } = storedFailureSchema.safeParse(failure)
  return data?.kind === 'invalid' ? { ...data, fields: {} } : (data ?? { kind: 'cancelled' })
}

/**
 * Restores the ledger after a restart, at `steady`, ms by the steady clock. What was sent without a response is judged by the
 * next good list, what could be undone can be again, and what was going asks whether it goes on. `hasEnded`: whether the response
 * to a session's DELETE said that it ended it, which may be known although it was not stored here. `undoMs`: how long a batch can be
 * undone.
 */
export function restoreLedger(
  stored: LedgerFile,
  steady: number,
  undoMs: () => number,
  hasEnded: (key: number) => boolean,
): Ledger {
  const ends = stored.ends.map((end): EndParts => ({ ...end, state: restoredState(end, hasEnded) }))
  const ledger = createLedger(steady, undoMs, { ...stored, ends })
  for (const batch of ledger.batches()) if (asksAfterRestart(batch)) ledger.interrupt(batch, 'restarted')
  return ledger
}

function restoredState(
  { state, key }: LedgerFile['ends'][number],
  hasEnded: (key: number) => boolean,
): ItemState {
  if (state.is !== 'sent') return state
  // Answered or not, no list is on its way any more.
  const unknown: DeleteResult = { is: 'earlier', wasSent: hasEnded(key) }
  return { is: 'sent', answer: state.answer ?? unknown }
}

function asksAfterRestart({ phase, cause, ends }: Batch): boolean {
  const isOpen = (end: End): boolean => end.state.is === 'queued' || end.state.is === 'sent'
  // Of a rule's run nobody may have heard yet.
  const wasGoing = phase === 'going' || phase === 'paused' || (phase === 'undoable' && cause === 'rule')
  return wasGoing && [...ends].some(isOpen)
}
