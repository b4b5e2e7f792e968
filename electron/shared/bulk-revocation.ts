import type { Failure } from './failure.ts'
import type { SessionIdentity } from './session.ts'

/** The sessions that a person chose to end: all but this device, or the listed ones. */
export type RevocationTarget = { kind: 'others' } | { kind: 'these'; sessions: SessionIdentity[] }

/** The state of one session that is to be ended; `queued` and `sent` are not final. */
export type ItemStatus =
  'queued' | 'sent' | 'confirmed' | 'alreadyGone' | 'failed' | 'notConfirmed' | 'cancelled'

/** One session of a bulk revocation; `name` is null while only the id is known, as after a restart. */
export interface RevocationItem {
  sessionId: number
  createdAt: number | null
  name: string | null
  state: ItemStatus
  failure: Failure | null
}

/**
 * Why a bulk revocation stops until the person resumes it: the app quit in the middle, the account is signed out, the
 * list does not say which session is this device, no fresh list could be fetched to verify the outcome, or it waited for
 * more than a week.
 */
export const INTERRUPT_REASONS = ['restarted', 'signedOut', 'deviceUnclear', 'unproven', 'tooOld'] as const
/** One of them. */
export type InterruptReason = (typeof INTERRUPT_REASONS)[number]

/** The phase of a bulk revocation. `waiting`: it resumes by itself at `until`, epoch ms by this computer's clock. */
export type RevocationPhase =
  | { is: 'undoable' | 'running' | 'paused' | 'done' }
  | { is: 'waiting'; until: number; reason: Failure }
  | { is: 'interrupted'; reason: InterruptReason }

/** The summary of ending many sessions of one account. Times are epoch ms by this computer's clock. */
export interface BulkRevocation {
  accountId: string
  phase: RevocationPhase
  counts: Record<ItemStatus, number>
  /** The number of sessions that the service answered or a list settled; without cancelled ones. */
  answered: number
  total: number
  startedAt: number
  /** Until then the person can undo it, and nothing is sent. */
  sendAt: number
  /** Estimated ms until it is done, from the rate so far; null while there is no estimate. */
  msLeft: number | null
}

/** A bulk revocation with its rows: all rows in the answer to a request, only the changed rows in an event. */
export interface RevocationUpdate {
  accountId: string
  /** Null when the account has no bulk revocation. */
  revocation: BulkRevocation | null
  rows: RevocationItem[]
}

/** A session that is about to be ended; the person can undo it until `sendAt`, epoch ms by this computer's clock. */
export interface PendingRevocation {
  sessionId: number
  name: string
  sendAt: number
  phase: 'undoable' | 'sending'
}

/**
 * The outcome of ending one session. `alreadyGone`: it is no longer listed, and it is unknown who ended it, because
 * Chromium may send a DELETE twice and the second answer is 404. `notConfirmed`: no fresh list could confirm it.
 */
export type RevocationOutcome =
  | { kind: 'ended' }
  | { kind: 'alreadyGone' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'notConfirmed'; failure: Failure }
