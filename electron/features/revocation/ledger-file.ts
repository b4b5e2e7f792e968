import type { z } from 'zod'
import { storedFailureSchema, type ledgerSchema } from '../../core/end-schemas.ts'
import type { Failure } from '../../shared/failure.ts'
import { isUnfinished } from '../../shared/ends.ts'
import type { Batch, EndParts, State } from './domain/end.ts'
import { createLedger, type Ledger } from './domain/ledger.ts'

/** The ledger of one account, as stored: ids, names and times, no secret. */
export type LedgerFile = z.infer<typeof ledgerSchema>
type StoredState = LedgerFile['ends'][number]['state']

/** Nothing was asked for. */
export const EMPTY_LEDGER: LedgerFile = { nextNumber: 1, batches: [], ends: [] }

/** Returns what to store; null if there is nothing. Ends that are claimed are stored as if their requests were out. */
export function toStored(ledger: Ledger): LedgerFile | null {
  const batches = ledger.batches().map(({ number, cause, askedAt, since, phase, asks }) => ({
    ...{ number, cause, askedAt, since, phase, asks },
  }))
  if (batches.length === 0) return null
  const ends = [...ledger.ends()].map((end) => ({
    key: end.key,
    id: end.id,
    createdAt: end.createdAt,
    name: end.name,
    state: storedState(end.state, ledger.isClaimed(end)),
    intents: [...end.intents].map(({ number }) => number),
  }))
  return { nextNumber: ledger.nextNumber(), batches, ends }
}

function storedState(state: State, isClaimed: boolean): StoredState {
  switch (state.is) {
    case 'waiting':
      return { is: isClaimed ? 'sending' : 'waiting' }
    case 'sent':
    case 'stillListed':
      return { is: state.is, failure: state.failure && withoutWords(state.failure) }
    case 'refused':
    case 'unclear':
      return { is: state.is, failure: withoutWords(state.failure) }
    default:
      return state
  }
}

/** What the service said in its own words is shown, and not stored. */
function withoutWords(failure: Failure): z.infer<typeof storedFailureSchema> {
  const { data } = storedFailureSchema.safeParse(failure)
  return data ?? { kind: 'unexpectedAnswer', reason: 'shape' }
}

/**
 * Restores a ledger after a restart. What was being sent waits, and the next good list shows whether it is there still. The end of one
 * session begins anew, with its time to undo, once there is that list; many that were going ask first.
 */
export function restoreLedger(stored: LedgerFile, steady: number, undoMs: () => number): Ledger {
  const ends = stored.ends.map((end): EndParts =>
    end.state.is === 'sending' ? { ...end, state: { is: 'waiting' } } : end,
  )
  const ledger = createLedger(steady, undoMs, { ...stored, ends })
  for (const batch of ledger.batches()) {
    if (!isInterrupted(batch)) continue
    if (batch.cause !== 'one') ledger.interrupt(batch, 'restarted')
    else if (ledger.hasWaiting(batch)) ledger.enter(batch, 'waiting', steady)
  }
  return ledger
}

function isInterrupted({ phase, cause, ends }: Batch): boolean {
  // Of a rule's run nobody may have heard yet.
  const wasGoing = phase === 'going' || phase === 'paused' || (phase === 'undoable' && cause === 'rule')
  return wasGoing && [...ends].some(({ state }) => isUnfinished(state.is))
}
