import type { Failure } from './failure.ts'
import type { SessionIdentity } from './session.ts'

/** Which sessions a person chose to end: all but this device, or these ones. */
export type RevocationTarget = { kind: 'others' } | { kind: 'these'; sessions: SessionIdentity[] }

/** What can be said of one session that is to be ended; the first two are not final. */
export type ItemStatus =
  'queued' | 'sent' | 'confirmed' | 'alreadyGone' | 'failed' | 'notConfirmed' | 'cancelled'

/** One session of an ending; `name` is null when only its number is known, as after a restart. */
export interface RevocationItem {
  sessionId: number
  createdAt: number | null
  name: string | null
  state: ItemStatus
  failure: Failure | null
}

/**
 * Why an ending stands still until the person says so: the app was ended in the middle, the account is signed out, the
 * list does not tell which session is this device, or the service could not be asked for proof.
 */
export type InterruptReason = 'restarted' | 'signedOut' | 'deviceUnclear' | 'unproven'

/** How far an ending is. `waiting`: it goes on by itself at `until` (epoch ms, this computer's clock). */
export type RevocationPhase =
  | { is: 'undoable' | 'running' | 'paused' | 'done' }
  | { is: 'waiting'; until: number; reason: Failure }
  | { is: 'interrupted'; reason: InterruptReason }

/** The end of many sessions of one account, summed up. Times are epoch ms by this computer's clock. */
export interface BulkRevocation {
  accountId: string
  phase: RevocationPhase
  counts: Record<ItemStatus, number>
  /** How many the service has answered or a list has proven. */
  answered: number
  total: number
  startedAt: number
  /** Until then it can be undone, and nothing is sent. */
  sendAt: number
  /** ms until it is through, by its pace so far; null while that cannot be told. */
  msLeft: number | null
}

/** An ending with the rows that are told: all of them to who asks, those that changed to who listens. */
export interface RevocationUpdate {
  accountId: string
  /** Null when there is none, or none any more. */
  revocation: BulkRevocation | null
  rows: RevocationItem[]
}

/** A session whose end was asked for: until `sendAt` (epoch ms, this computer's clock) it can be undone. */
export interface PendingRevocation {
  sessionId: number
  name: string
  sendAt: number
  phase: 'undoable' | 'sending'
}

/** What became of an end; `alreadyGone`: somebody else was first; `notConfirmed`: the service cannot be asked now. */
export type RevocationOutcome =
  | { kind: 'ended' }
  | { kind: 'alreadyGone' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'notConfirmed'; failure: Failure }
