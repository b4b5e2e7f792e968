import type { SessionFacts } from './session-facts.ts'

/** A person's decisions about a session in a review. */
export const DECISIONS = ['mine', 'notMine', 'notSure'] as const
export type Decision = (typeof DECISIONS)[number]

/** The selectable numbers of days between two reviews; null in their place is never. */
export const REVIEW_DAYS = [30, 90, 180] as const
export type ReviewDays = (typeof REVIEW_DAYS)[number]

export const REPORT_FORMATS = ['pdf', 'csv', 'json'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/**
 * The outcomes of a session that a review ends. `pending`: not settled yet. `ended`: a fresh list no longer has it.
 * `alreadyGone`: it is no longer listed, and it is unknown who ended it. After the others the session may be signed in.
 */
export const REVIEW_OUTCOMES = [
  'pending',
  'ended',
  'alreadyGone',
  'failed',
  'notConfirmed',
  'cancelled',
] as const
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number]

/** A decision with its time, epoch ms by this computer's clock. */
export interface DatedDecision {
  decision: Decision
  at: number
}

/** One session in a review; this device needs no decision and is never ended. */
export interface ReviewItem extends SessionFacts {
  /** The key of its session, which a renewal does not change. */
  key: number
  /** The service's own name, sanitized to one line. */
  serviceName: string
  /** The name that the window shows: unique within the account, perhaps an alias. */
  name: string
  decided: DatedDecision | null
  /** Whether the session appeared after the review began. */
  hasArrived: boolean
  /** Whether the last list no longer has the session. */
  isGone: boolean
  /** The decision of the review before this one. */
  earlier: DatedDecision | null
  /** Null unless the review is finished and the session was to be ended. */
  outcome: ReviewOutcome | null
}

/** The counts of a review; `decided` is at most `total`. */
export interface ReviewProgress {
  decided: number
  /** The number of sessions that have or need a decision. */
  total: number
}

/** A review without its items. Times are epoch ms by this computer's clock. */
export interface ReviewSummary extends ReviewProgress {
  accountId: string
  startedAt: number
  /** Whether it is stored: with its first decision, or once it is finished. Until then it is only shown. */
  isStarted: boolean
  /** Null while it is open. */
  finishedAt: number | null
  canUndo: boolean
  /** Whether every listed session has its decision. */
  canFinish: boolean
  counts: Record<Decision, number>
  /** The number of sessions that the review ended and whose end is proven. */
  ended: number
  /** The number of sessions that the review should end and whose end is not proven. */
  openEnds: number
}

/** The schedule of the next review: `dueAt` is epoch ms by this computer's clock, null `days` is never. */
export interface ReviewSchedule {
  days: ReviewDays | null
  dueAt: number | null
  isDue: boolean
}

/**
 * The review of an account: the open one, else the last finished one; null before the first. `items` has all items in
 * the response to a request, and the changed ones in an event.
 */
export interface ReviewUpdate {
  accountId: string
  review: ReviewSummary | null
  items: ReviewItem[]
  /** The keys of undecided items whose sessions were `mine` in the last review and have not changed since. */
  asLastTime: number[]
  schedule: ReviewSchedule
}

/** Whether an item needs a decision: it is listed, is not this device, and has no decision. */
export function isOpenItem({ isCurrent, isGone, decided }: ReviewItem): boolean {
  return !isCurrent && !isGone && decided === null
}
