import type { BatchPhase, BatchView, EndView, EndsView, ItemStatus } from '../../../shared/ends.ts'
import { isListDoubt, type Failure } from '../../../shared/failure.ts'
import type { Batch, End } from './end.ts'
import type { Ledger } from './ledger.ts'
import { timeLeft } from './progress.ts'

/** This computer's clocks at one moment, ms. */
export interface Moment {
  now: number
  steady: number
}

/** What the ends that are going wait for, until a moment by this computer's clock. */
export interface ShownWait {
  until: number
  reason: Failure
}

/** How fast the ends of an account are sent. */
export interface Pace {
  answered: number
  ranFor: number
  waitFor: number
}

/** What is shown of a ledger at one moment; `wait` is null while nothing keeps its ends from being sent. */
export interface Situation {
  ledger: Ledger
  wait: ShownWait | null
  pace: Pace
  at: Moment
}

/** The phase of a batch. */
export function phaseOf(batch: Batch, { ledger, wait, at }: Omit<Situation, 'pace'>): BatchPhase {
  if (ledger.isDone(batch)) return { kind: 'done' }
  switch (batch.phase) {
    case 'waiting':
      return { kind: 'queued' }
    case 'undoable':
      return { kind: 'undoable', until: Math.round(at.now + batch.undoableUntil - at.steady) }
    case 'asking':
      return { kind: 'asking', reason: batch.reason ?? 'restarted' }
    case 'paused':
      return { kind: 'paused' }
    case 'going':
      // The end of one session needs no good list to be sent.
      if (wait === null || (batch.isAlone && isListDoubt(wait.reason))) return { kind: 'running' }
      // For the person a single end that waits for the network is as one that was asked for without it.
      return isCutOff(batch, ledger, wait) ? { kind: 'queued' } : { kind: 'waiting', ...wait }
  }
}

const isCutOff = (batch: Batch, ledger: Ledger, wait: ShownWait): boolean =>
  batch.isAlone && wait.reason.kind === 'offline' && ledger.hasQueued(batch)

const NO_COUNTS: Record<ItemStatus, number> = {
  ...{ queued: 0, sent: 0, confirmed: 0, alreadyGone: 0, failed: 0, notConfirmed: 0, cancelled: 0 },
}

/** A batch as it is shown, without an estimate. */
export function batchView(batch: Batch, situation: Omit<Situation, 'pace'>): BatchView {
  const counts = { ...NO_COUNTS }
  for (const { state } of batch.ends) counts[state.is]++
  const left = [...batch.ends].filter(isLeft).length
  const { number, cause, isAlone, askedAt } = batch
  const [phase, total] = [phaseOf(batch, situation), batch.ends.size]
  const answered = total - left - counts.cancelled
  return { number, cause, isAlone, askedAt, phase, counts, total, answered, msLeft: null }
}

/** Whether an end has no answer yet. */
function isLeft({ state }: End): boolean {
  return state.is === 'queued' || (state.is === 'sent' && state.answer === null)
}

/** The batches of a ledger, the oldest first; they are sent one after the other, and an end of several of them once. */
export function batchViews(situation: Situation): BatchView[] {
  const left = new Set<End>()
  return situation.ledger.batches().map((batch) => {
    const view = batchView(batch, situation)
    if (view.phase.kind !== 'running' && view.phase.kind !== 'waiting') return view
    for (const end of batch.ends) if (isLeft(end)) left.add(end)
    return { ...view, msLeft: timeLeft({ left: left.size, ...situation.pace }) }
  })
}

/** An end as it is shown. */
export function endView({ key, name, state, intents }: End): EndView {
  return {
    key,
    name,
    state: state.is,
    failure: 'failure' in state ? state.failure : null,
    batches: [...intents].map(({ number }) => number),
  }
}

/** All that is shown of an account's ends. */
export function endsView(accountId: string, situation: Situation): EndsView {
  const { ledger } = situation
  return {
    accountId,
    batches: batchViews(situation),
    ends: [...ledger.ends()].map(endView),
    unsent: [...ledger.unsent()],
  }
}

/** Whether a batch is the end of one session that is under way, and does not wait for the network. */
export function isAloneUnderWay(batch: Batch, situation: Omit<Situation, 'pace'>): boolean {
  const { kind } = phaseOf(batch, situation)
  return batch.isAlone && kind !== 'queued' && kind !== 'done'
}
