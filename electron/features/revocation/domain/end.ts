import type { AskReason, BatchPhase, DropReason, EndCause } from '../../../shared/ends.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { SessionIdentity } from '../../../shared/session.ts'

/** The phase of a batch that is not done. */
export type Phase = Exclude<BatchPhase['kind'], 'done'>

/** The state of an end, with what belongs to it. */
export type State =
  | { is: 'waiting' | 'sending' | 'ended' | 'gone' }
  /** The service answered with that; null: with success. */
  | { is: 'sent' | 'stillListed'; failure: Failure | null }
  | { is: 'refused' | 'unclear'; failure: Failure }
  | { is: 'dropped'; why: DropReason }

/** The ends of one asking. */
export interface Batch {
  readonly number: number
  readonly cause: EndCause
  /** When it was asked for, epoch ms by this computer's clock. */
  readonly askedAt: number
  /** When it was asked for, or confirmed again, epoch ms by the service's clock. */
  since: number
  phase: Phase
  /** Why it asks; null unless it does. */
  asks: AskReason | null
  /** The end of its time to undo, ms by the steady clock. */
  undoableUntil: number
  /** Its ends, those with other intents too. */
  readonly ends: ReadonlySet<End>
}

/** The end of one session: one DELETE, and any number of intents. */
export interface End extends SessionIdentity {
  /** The key of its session; `id` and `createdAt` are those that it had when its end was asked for. */
  readonly key: number
  name: string
  readonly state: State
  /** The batches that ask for it. */
  readonly intents: ReadonlySet<Batch>
}

export type SessionToEnd = Pick<End, 'id' | 'createdAt' | 'key' | 'name'>

export interface Asking {
  cause: EndCause
  sessions: readonly SessionToEnd[]
  /** `waiting` if the service cannot be reached, `going` if nobody can undo it, because the disk refused to store it. */
  phase: Phase
  askedAt: number
  since: number
}

/** What is stored of a batch or an end, and restored after a restart. */
export type BatchParts = Omit<Batch, 'ends' | 'undoableUntil'>
/** The same of an end; `intents` are the numbers of its batches. */
export type EndParts = Omit<End, 'intents'> & { intents: readonly number[] }
