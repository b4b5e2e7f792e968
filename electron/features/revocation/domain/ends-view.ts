import {
  END_STATES,
  type BatchPhase,
  type BatchView,
  type EndState,
  type EndView,
  type EndsView,
  type Wait,
} from '../../../shared/ends.ts'
import { isListDoubt } from '../../../shared/failure.ts'
import type { Batch, End } from './end.ts'
import type { Ledger } from './ledger.ts'

/** How fast the ends of an account are sent; ms. */
export interface Pace {
  /** The number of responses since the sending began, and how long ago that was; a pause by the person begins it anew. */
  answered: number
  ranFor: number
}

/** What is shown of a ledger at one moment; `wait` is null while nothing keeps its ends from being sent. */
export interface Situation {
  ledger: Ledger
  wait: Wait | null
  pace: Pace
  /** This computer's clocks, ms. */
  at: { now: number; steady: number }
}

/** With fewer responses or less time there is no estimate. */
const MIN_RESPONSES = 8
const MIN_MS = 500

/** The phase of a batch. */
export function phaseOf(batch: Batch, { ledger, wait, at }: Situation): BatchPhase {
  const { phase, undoableUntil, asks } = batch
  if (ledger.isDone(batch)) return { kind: 'done' }
  if (phase === 'undoable') return { kind: 'undoable', until: Math.round(at.now + undoableUntil - at.steady) }
  if (phase === 'asking') return { kind: 'asking', why: asks ?? 'restarted' }
  if (phase !== 'going') return { kind: phase }
  const isSingle = batch.cause === 'one'
  // The end of one session needs no good list to be sent.
  if (wait === null || (isSingle && isListDoubt(wait.reason))) return { kind: 'going', wait: null }
  // For the person a single end that waits for the network is as one that was asked for without it.
  if (isSingle && wait.reason.kind === 'offline' && ledger.hasWaiting(batch)) return { kind: 'waiting' }
  return { kind: 'going', wait }
}

/** A batch as it is shown, without an estimate. */
function batchView(batch: Batch, situation: Situation): BatchView {
  const counts = Object.fromEntries(END_STATES.map((state) => [state, 0])) as Record<EndState, number>
  for (const { state } of batch.ends) counts[state.is]++
  const { number, cause, askedAt } = batch
  const total = batch.ends.size
  const answered = total - counts.waiting - counts.sending - counts.dropped
  return { number, cause, askedAt, phase: phaseOf(batch, situation), counts, total, answered, msLeft: null }
}

/** The batches of a ledger, the oldest first; they are sent one after the other. What several ask for counts for each of them. */
export function batchViews(situation: Situation): BatchView[] {
  let left = 0
  return situation.ledger.batches().map((batch) => {
    const view = batchView(batch, situation)
    if (view.phase.kind !== 'going') return view
    left += view.counts.waiting + view.counts.sending
    return { ...view, msLeft: msLeftOf(left, situation) }
  })
}

/** Estimates the ms until so many are answered, by the rate so far and at least the current wait; null without an estimate. */
function msLeftOf(left: number, { pace: { answered, ranFor }, wait, at }: Situation): number | null {
  const waitFor = Math.max(0, (wait?.until ?? 0) - at.now)
  if (left === 0) return waitFor
  if (answered < MIN_RESPONSES || ranFor < MIN_MS) return null
  return Math.max(Math.round((left * ranFor) / answered), waitFor)
}

/** An end as it is shown. */
export function endView({ key, name, state, intents }: End): EndView {
  return {
    ...{ key, name, state: state.is },
    failure: 'failure' in state ? state.failure : null,
    dropped: 'why' in state ? state.why : null,
    batches: [...intents].map(({ number }) => number),
  }
}

/** All that is shown of an account's ends. */
export function endsView(accountId: string, situation: Situation): EndsView {
  return { accountId, batches: batchViews(situation), ends: [...situation.ledger.ends()].map(endView) }
}
