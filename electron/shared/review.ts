import type { LastUse } from './last-use.ts'
import type { SessionIdentity } from './session.ts'

/** What a person says about a session. */
export const DECISIONS = ['mine', 'notMine', 'notSure'] as const
/** One decision. */
export type Decision = (typeof DECISIONS)[number]

/** The days after which the next review is due; null stands for never. */
export const REVIEW_DAYS = [30, 90, 180] as const
/** The days between two reviews. */
export type ReviewDays = (typeof REVIEW_DAYS)[number]

/** The file formats of a report. */
export const REPORT_FORMATS = ['pdf', 'csv', 'json'] as const
/** One file format. */
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/**
 * The outcome of a session that a review is to end. `pending`: not settled yet. `ended`: a fresh list no longer has it.
 * `alreadyGone`: it is no longer listed, and who ended it is not known. The others are not proven.
 */
export const REVIEW_OUTCOMES = [
  'pending',
  'ended',
  'alreadyGone',
  'failed',
  'notConfirmed',
  'cancelled',
] as const
/** One outcome. */
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number]

/** A decision with its time, epoch ms by this computer's clock. */
export interface DatedDecision {
  decision: Decision
  at: number
}

/** One session in a review. `createdAt` and `lastUsedAt` are epoch ms by the service's clock. */
export interface ReviewItem extends SessionIdentity {
  /** Its number in the review; it stays when a renewal changes the session's id. */
  key: number
  /** The service's own name, sanitized to one line. */
  serviceName: string
  /** The name that the window shows: unique within the account, perhaps an alias. */
  name: string
  lastUsedAt: LastUse
  /** Whether it is this device, which needs no decision and is never ended. */
  isCurrent: boolean
  decided: DatedDecision | null
  /** Whether it appeared after the review began. */
  hasArrived: boolean
  /** Whether the last list no longer has it. */
  isGone: boolean
  /** Whether a renewal changed the session's id after the decision, which the person has to confirm. */
  isDoubtful: boolean
  /** The decision of the review before this one. */
  earlier: DatedDecision | null
  /** The id that a renewal gave it after the review was finished. */
  renewedAs: SessionIdentity | null
  /** Null unless the review is finished and the session was to be ended. */
  outcome: ReviewOutcome | null
}

/** The counts of a review; `decided` is at most `total`. */
export interface ReviewProgress {
  decided: number
  /** The sessions that have or need a decision. */
  total: number
}

/** A review without its items. Times are epoch ms by this computer's clock. */
export interface ReviewSummary extends ReviewProgress {
  accountId: string
  startedAt: number
  /** Null while it is open. */
  finishedAt: number | null
  canUndo: boolean
  /** Whether every listed session has its decision. */
  canFinish: boolean
  counts: Record<Decision, number>
  /** The sessions that were to be ended and whose end is proven. */
  ended: number
  /** The sessions that were to be ended and whose end is not proven. */
  openEnds: number
}

/** When the next review is due, epoch ms by this computer's clock; null days stand for never. */
export interface ReviewSchedule {
  days: ReviewDays | null
  dueAt: number | null
  isDue: boolean
}

/**
 * The review of an account: the open one, or else the last that was finished; null before the first. `items` are all in
 * the answer to a request, and the changed ones in an event.
 */
export interface ReviewUpdate {
  accountId: string
  review: ReviewSummary | null
  items: ReviewItem[]
  schedule: ReviewSchedule
}

/** The identity by which a list names the session of an item now. */
export function identityOf({ id, createdAt, renewedAs }: ReviewItem): SessionIdentity {
  return renewedAs ?? { id, createdAt }
}

/** Whether an item waits for the person: it is listed, is not this device, and has no decision that holds. */
export function isOpenItem({ isCurrent, isGone, decided, isDoubtful }: ReviewItem): boolean {
  return !isCurrent && !isGone && (decided === null || isDoubtful)
}
