import { UNDO_WINDOW_MS, type EndCause, type EndState } from '../../../../../electron/shared/ends.ts'
import type {
  Asking,
  Batch,
  End,
  Phase,
  SessionToEnd,
  State,
} from '../../../../../electron/features/revocation/domain/end.ts'
import { createLedger, type Ledger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import { EMPTY_LEDGER } from '../../../../../electron/features/revocation/ledger-file.ts'
import { keyOf } from '../../../../support/builders.ts'

/** One state of each kind. */
export const STATES: Record<EndState, State> = {
  waiting: { is: 'waiting' },
  sending: { is: 'sending' },
  sent: { is: 'sent', failure: null },
  ended: { is: 'ended' },
  gone: { is: 'gone' },
  stillListed: { is: 'stillListed', failure: { kind: 'notFound' } },
  refused: { is: 'refused', failure: { kind: 'forbidden' } },
  unclear: { is: 'unclear', failure: { kind: 'timeout' } },
  dropped: { is: 'dropped', why: 'cancelled' },
}
export const PHASES: readonly Phase[] = ['waiting', 'undoable', 'going', 'paused', 'asking']

/** The app's time to undo, ms. */
export const undoMs = (): number => UNDO_WINDOW_MS
export const keyFor = (id: number): number => keyOf({ id })

export const emptyLedger = (): Ledger => createLedger(0, undoMs, EMPTY_LEDGER)

export function sessionToEnd(id: number, part: Partial<SessionToEnd> = {}): SessionToEnd {
  return { key: keyFor(id), id, createdAt: null, name: `Device ${id}`, ...part }
}

/** Asks for the ends of these sessions; null if each has one that answers for this asking. What asks was interrupted by a restart. */
export function tryToAsk(
  ledger: Ledger,
  phase: Phase,
  ids: readonly number[],
  cause: EndCause = 'many',
  { at = 0, ...part }: Partial<Asking> & { at?: number } = {},
): Batch | null {
  const sessions = ids.map((id) => sessionToEnd(id))
  const batch = ledger.ask({ cause, sessions, phase, askedAt: 10, since: 20, ...part }, at)
  if (batch && phase === 'asking') ledger.interrupt(batch, 'restarted')
  return batch
}

export function ask(...asking: Parameters<typeof tryToAsk>): Batch {
  const batch = tryToAsk(...asking)
  if (!batch) throw new Error('Each of them is ending already')
  return batch
}

/** Gives all ends of these sessions, by their ids, another state. */
export function setStates(ledger: Ledger, states: Record<number, EndState | State>): void {
  for (const end of ledger.ends()) {
    const state = states[end.id]
    if (state) ledger.setState(end, typeof state === 'string' ? STATES[state] : state)
  }
}

export const idsOf = (ends: Iterable<End>): number[] => [...ends].map(({ id }) => id)
export const phasesOf = (ledger: Ledger): Phase[] => ledger.batches().map(({ phase }) => phase)
/** The states by the ids of the sessions. */
export const statesOf = (ledger: Ledger): Record<number, EndState> =>
  Object.fromEntries([...ledger.ends()].map(({ id, state }) => [id, state.is]))

/** The only end of a session with this id. */
export function endOf(ledger: Ledger, id: number): End {
  const [end, ...more] = ledger.withKey(keyFor(id))
  if (!end || more.length > 0) throw new Error(`${ledger.withKey(keyFor(id)).size} ends`)
  return end
}
