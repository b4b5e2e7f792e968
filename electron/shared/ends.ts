import type { Failure } from './failure.ts'

/** How long a revocation can be undone before it is sent. */
export const UNDO_WINDOW_MS = 5_000

/** An end that waited longer asks again: the person may have changed their mind. */
export const MAX_WAIT_DAYS = 7

/** The sessions that a person chose to end: all but this device, or the listed ones with these keys. */
export type RevocationTarget = { kind: 'others' } | { kind: 'these'; keys: number[] }

/** What is to be ended in one account. */
export interface AccountTarget {
  accountId: string
  target: RevocationTarget
}

/** Why nothing was asked for in one account of a plan. */
export interface RefusedTarget {
  accountId: string
  failure: Failure
}

/** Who asked: a person for one session or for many, a review, or a rule. */
export type EndCause = 'one' | 'many' | 'review' | 'rule'

/** The state of one session that is to be ended; `queued` and `sent` are not final. */
export type ItemStatus =
  'queued' | 'sent' | 'confirmed' | 'alreadyGone' | 'failed' | 'notConfirmed' | 'cancelled'

/** The end of one session. */
export interface EndView {
  /** The key of the session. */
  key: number
  /** The display name. */
  name: string
  state: ItemStatus
  failure: Failure | null
  /** The numbers of the batches that ask for it, the oldest first. */
  batches: number[]
}

/**
 * Why a batch stops until the person resumes it: the app quit in the middle, the account is signed out, the list does not
 * say which session is this device, no fresh list could be fetched to verify the outcome, or it waited for more than a week.
 */
export const INTERRUPT_REASONS = ['restarted', 'signedOut', 'deviceUnclear', 'unproven', 'tooOld'] as const
export type InterruptReason = (typeof INTERRUPT_REASONS)[number]

/**
 * The phase of a batch; times are epoch ms by this computer's clock. `undoable`: nothing is sent before `until`. `queued`:
 * it begins once the service can be reached. `waiting`: it goes on by itself at `until`. `asking`: the person has to say
 * whether it goes on.
 */
export type BatchPhase =
  | { kind: 'undoable'; until: number }
  | { kind: 'queued' | 'running' | 'paused' | 'done' }
  | { kind: 'waiting'; until: number; reason: Failure }
  | { kind: 'asking'; reason: InterruptReason }

/** The ends of one asking in one account. */
export interface BatchView {
  /** Its number in its account; not used again in this run. */
  number: number
  cause: EndCause
  /** Whether it was asked for as the end of one session, and did not stop since. */
  isAlone: boolean
  /** When it was asked for, epoch ms by this computer's clock: the same in all accounts of one plan. */
  askedAt: number
  phase: BatchPhase
  counts: Record<ItemStatus, number>
  /** The number of sessions that the service answered or a list settled; without cancelled ones. */
  answered: number
  total: number
  /** Estimated ms until it is done, from the rate so far; null while there is no estimate. */
  msLeft: number | null
}

/** The ends of an account that were asked for and are not forgotten. */
export interface EndsView {
  accountId: string
  /** The oldest first. */
  batches: BatchView[]
  ends: EndView[]
  /** Those that waited and were not sent, until the person has seen them. */
  unsent: UnsentEnd[]
}

/** A change of it. `isWhole`: `ends` are all there are; otherwise only those that changed. */
export interface EndsUpdate extends EndsView {
  isWhole: boolean
}

/** A person's command to a batch; each is valid in some phases only. */
export const BATCH_COMMANDS = ['undo', 'pause', 'resume', 'cancel', 'retry', 'dismiss'] as const
export type BatchCommand = (typeof BATCH_COMMANDS)[number]

/**
 * The outcome of ending one session. `alreadyGone`: it is no longer listed, and it is unknown who ended it, because
 * Chromium may send a DELETE twice and the second response is 404. `notConfirmed`: no fresh list could confirm it.
 */
export type RevocationOutcome =
  | { kind: 'ended' }
  | { kind: 'alreadyGone' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'notConfirmed'; failure: Failure }

/** The reasons why a waiting end was not sent; each is the key of its text. */
export const UNSENT_REASONS = ['gone', 'replaced', 'unclear', 'thisDevice', 'tooOld'] as const

/**
 * One reason. `gone`: it is not listed any more. `replaced`: another session has its id. `unclear`: a time of sign-in
 * is missing, so the listed session may be another one, or the session seems to have been renewed.
 */
export type UnsentReason = (typeof UNSENT_REASONS)[number]

/** A waiting end that was not sent, with the session's name when it was asked for. */
export interface UnsentEnd {
  key: number
  name: string
  reason: UnsentReason
}
