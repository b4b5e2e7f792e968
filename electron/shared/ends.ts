import type { Failure } from './failure.ts'

/** How long a revocation can be undone before it is sent. */
export const UNDO_WINDOW_MS = 5_000

/** An end that waited longer asks again: the person may have changed their mind. */
export const MAX_WAIT_DAYS = 7

/** The sessions to end in one account, by their keys: those that a person was shown. */
export interface AccountTarget {
  accountId: string
  keys: number[]
}

/** Why nothing was asked for in one account of a plan. */
export interface RefusedTarget {
  accountId: string
  failure: Failure
}

/** Who asked: a person for one session or for many, a review, or a rule. */
export const END_CAUSES = ['one', 'many', 'review', 'rule'] as const
export type EndCause = (typeof END_CAUSES)[number]

/**
 * What became of an end. Unfinished: `waiting` is not sent, `sending` has its request out, `sent` is answered, and a list has to show it.
 * Finished: `ended` by this app; `gone`, not there any more, not for certain by this app; `stillListed`, whatever was answered, or
 * because its token was renewed; `refused` by the service; `unclear`, because no good list could tell; `dropped`, and not sent any more.
 */
export const END_STATES = [
  ...(['waiting', 'sending', 'sent'] as const),
  ...(['ended', 'gone', 'stillListed', 'refused', 'unclear', 'dropped'] as const),
] as const
export type EndState = (typeof END_STATES)[number]

/** Whether something still becomes of an end by itself, or by the batch that it is in; null: there is none. */
export const isUnfinished = (state: EndState | null): boolean =>
  state === 'waiting' || state === 'sending' || state === 'sent'

/** Whether an end is over without success, and can be asked for again. */
export const hasFailed = (state: EndState): boolean =>
  state === 'stillListed' || state === 'refused' || state === 'unclear'

/**
 * Why an end was dropped: the person cancelled its batch, it turned out to be this device, or its time of sign-in is missing, so that
 * after a wait nobody can tell whether the listed session is the chosen one.
 */
export const DROP_REASONS = ['cancelled', 'thisDevice', 'unclear'] as const
export type DropReason = (typeof DROP_REASONS)[number]

/** The end of one session. */
export interface EndView {
  /** The key of the session. */
  key: number
  /** The display name. */
  name: string
  state: EndState
  /** Why it was refused or is unclear; of one that is listed still what the service answered, if it was a failure. */
  failure: Failure | null
  /** Null unless it was dropped. */
  dropped: DropReason | null
  /** The numbers of the batches that ask for it, the oldest first. */
  batches: number[]
}

/** The outcome of the end of one session that was asked for by itself. */
export interface SettledEnd extends Omit<EndView, 'batches'> {
  accountId: string
}

/**
 * Why a batch stops until the person resumes it: the app quit in the middle, the account is signed out, or it waited for more than a
 * week.
 */
export const ASK_REASONS = ['restarted', 'signedOut', 'tooOld'] as const
export type AskReason = (typeof ASK_REASONS)[number]

/** What ends wait for by themselves; `until` is epoch ms by this computer's clock. */
export interface Wait {
  until: number
  reason: Failure
}

/**
 * The phase of a batch. `waiting`: it begins, with its time to undo, once a good list shows that the service can be reached.
 * `undoable`: nothing is sent before `until`, epoch ms by this computer's clock. `going`: it is sent, and waits by itself where it has
 * to. `asking`: the person has to say whether it goes on.
 */
export type BatchPhase =
  | { kind: 'waiting' | 'paused' | 'done' }
  | { kind: 'undoable'; until: number }
  | { kind: 'going'; wait: Wait | null }
  | { kind: 'asking'; why: AskReason }

/** The ends of one asking in one account; `one` is the cause of the end of a single session. */
export interface BatchView {
  /** Its number in its account; not used again in this run. */
  number: number
  cause: EndCause
  /** When it was asked for, epoch ms by this computer's clock: the same in all accounts of one plan. */
  askedAt: number
  phase: BatchPhase
  counts: Record<EndState, number>
  /** The number of sessions that the service answered or a list settled; without dropped ones. */
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
}

/** A change of it. `isWhole`: `ends` are all there are; otherwise only those that changed. */
export interface EndsUpdate extends EndsView {
  isWhole: boolean
}

/** A person's command to a batch; each is valid in some phases only. */
export const BATCH_COMMANDS = ['undo', 'pause', 'resume', 'cancel', 'retry', 'dismiss'] as const
export type BatchCommand = (typeof BATCH_COMMANDS)[number]
