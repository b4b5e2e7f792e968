import type { EndCause, InterruptReason } from '../../../shared/ends.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import type { ItemState } from './revocation-state.ts'

/**
 * `waiting`: until a good list tells that the service can be reached. `undoable`: nothing is sent yet. `asking`: the person has
 * to say whether it goes on.
 */
export type BatchPhase = 'waiting' | 'undoable' | 'going' | 'paused' | 'asking'

/** The ends of one asking. */
export interface Batch {
  readonly number: number
  readonly cause: EndCause
  /** Whether it is shown as the end of one session, and not among those of many. */
  isAlone: boolean
  /** When it was asked for, epoch ms by this computer's clock. */
  askedAt: number
  /** When it was asked for, or confirmed again, epoch ms by the service's clock. */
  since: number
  phase: BatchPhase
  /** Why it asks. */
  reason: InterruptReason | null
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
  readonly state: ItemState
  /** The batches that ask for it. */
  readonly intents: ReadonlySet<Batch>
}

export type SessionToEnd = Pick<End, 'id' | 'createdAt' | 'key' | 'name'>

export interface Asking {
  cause: EndCause
  sessions: readonly SessionToEnd[]
  /** Whether it waits for a good list, because the service cannot be reached. */
  isWaiting: boolean
  /** Whether nobody can undo it, because the disk refused to store it. */
  isAtOnce?: boolean
  askedAt: number
  since: number
}

/** What is stored of a batch or an end, and restored after a restart. */
export type BatchParts = Omit<Batch, 'ends' | 'undoableUntil'>
/** The same of an end; `intents` are the numbers of its batches. */
export type EndParts = Omit<End, 'intents'> & { intents: readonly number[] }

/** What a taken back batch leaves: nothing, or a line that says that it was not sent. */
export type TakeBack = 'undo' | 'cancel'
