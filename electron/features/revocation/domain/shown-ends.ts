import type {
  BulkRevocation,
  ItemStatus,
  PendingRevocation,
  RevocationItem,
  RevocationPhase,
} from '../../../shared/bulk-revocation.ts'
import type { QueuedEnd } from '../../../shared/queued-end.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Batch, End } from './end.ts'
import type { Ledger } from './ledger.ts'
import { timeLeft } from './progress.ts'

/** This computer's clocks at one moment, ms. */
export interface Moment {
  now: number
  steady: number
}

/** What a ledger waits for, until a moment by this computer's clock. */
export interface ShownWait {
  until: number
  reason: Failure
}

/** How fast the ends of many are sent. */
export interface Pace {
  answered: number
  ranFor: number
  waitFor: number
}

const isOffline = (wait: ShownWait | null): boolean => wait?.reason.kind === 'offline'
const first = ({ ends }: Batch): End | undefined => ends.values().next().value

/** The ends of one session each; what waits for the network is among the queued ones. */
export function pendingEnds(ledger: Ledger, wait: ShownWait | null, at: Moment): PendingRevocation[] {
  return ledger.batches().flatMap((batch): PendingRevocation[] => {
    const end = first(batch)
    const isQueued = end?.state.is === 'queued'
    if (!batch.isAlone || batch.phase === 'waiting' || !end) return []
    if (batch.phase === 'going' && isQueued && isOffline(wait)) return []
    const shown = { sessionId: end.id, name: end.name ?? '' }
    if (batch.phase === 'going' && isQueued && wait)
      return [{ ...shown, sendAt: wait.until, phase: 'undoable' }]
    const sendAt = Math.round(at.now + batch.undoableUntil - at.steady)
    return [{ ...shown, sendAt, phase: batch.phase === 'undoable' ? 'undoable' : 'sending' }]
  })
}

/** The ends that wait until their service can be reached. */
export function queuedEnds(ledger: Ledger, wait: ShownWait | null): QueuedEnd[] {
  const seen = new Set<End>()
  return ledger.batches().flatMap((batch) => {
    const isCutOff = batch.isAlone && batch.phase === 'going' && isOffline(wait)
    if (batch.phase !== 'waiting' && !isCutOff) return []
    const ends = ledger.queuedOf(batch).filter((end) => !seen.has(end))
    ends.forEach((end) => seen.add(end))
    return ends.map(({ id, createdAt, name }) => ({
      ...{ id, createdAt },
      name: name ?? '',
      queuedAt: batch.askedAt,
    }))
  })
}

/** The batches that are shown together as the ending of many sessions. */
export function batchesOfMany(ledger: Ledger): Batch[] {
  return ledger.batches().filter(({ isAlone, phase }) => !isAlone && phase !== 'waiting')
}

/** Their ends; of several with one id, the newest. */
export function endsOfMany(ledger: Ledger): End[] {
  const byId = new Map(batchesOfMany(ledger).flatMap(({ ends }) => [...ends].map((end) => [end.id, end])))
  return [...byId.values()]
}

/** The ids of the sessions whose ends are shown together, in the order of the rows. */
export const idsOfMany = (ledger: Ledger): number[] => endsOfMany(ledger).map(({ id }) => id)

/** Whether all batches of many that there are, if any, are over. */
export const isAllOver = (ledger: Ledger): boolean => batchesOfMany(ledger).every(ledger.isDone)

/** The phase of the ending of many sessions; `done` if there is none. */
export function phaseOfMany(ledger: Ledger, wait: ShownWait | null): RevocationPhase {
  const open = batchesOfMany(ledger).filter((batch) => !ledger.isDone(batch))
  const inPhase = (phase: Batch['phase']): Batch | undefined => open.find((batch) => batch.phase === phase)
  if (inPhase('undoable')) return { is: 'undoable' }
  if (inPhase('going')) return wait ? { is: 'waiting', ...wait } : { is: 'running' }
  const asking = inPhase('asking')
  if (asking) return { is: 'interrupted', reason: asking.reason ?? 'restarted' }
  return { is: inPhase('paused') ? 'paused' : 'done' }
}

/** The ending of many sessions of an account; null if there is none. */
export function summaryOfMany(
  accountId: string,
  ledger: Ledger,
  wait: ShownWait | null,
  pace: Pace,
  at: Moment,
): BulkRevocation | null {
  const batches = batchesOfMany(ledger)
  const last = batches.at(-1)
  if (!last) return null
  const ends = endsOfMany(ledger)
  const counts: Record<ItemStatus, number> = {
    ...{ queued: 0, sent: 0, confirmed: 0, alreadyGone: 0, failed: 0, notConfirmed: 0, cancelled: 0 },
  }
  let left = 0
  for (const { state } of ends) {
    counts[state.is]++
    if (state.is === 'queued' || (state.is === 'sent' && state.answer === null)) left++
  }
  const phase = phaseOfMany(ledger, wait)
  const isMoving = phase.is === 'running' || phase.is === 'waiting'
  const undoable = batches.find((batch) => batch.phase === 'undoable') ?? last
  return {
    accountId,
    phase,
    counts,
    answered: ends.length - left - counts.cancelled,
    total: ends.length,
    startedAt: last.askedAt,
    sendAt: Math.round(at.now + undoable.undoableUntil - at.steady),
    msLeft: isMoving ? timeLeft({ left, ...pace }) : null,
  }
}

/** The rows of the ending of many sessions; `only` those of these ends. */
export function rowsOfMany(ledger: Ledger, only?: ReadonlySet<End>): RevocationItem[] {
  const ends = endsOfMany(ledger)
  return (only ? ends.filter((end) => only.has(end)) : ends).map(({ id, createdAt, name, state }) => ({
    sessionId: id,
    createdAt,
    name,
    state: state.is,
    failure: 'failure' in state ? state.failure : null,
  }))
}
