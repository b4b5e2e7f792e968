import type { EndState } from './ends.ts'
import type { SessionFacts } from './session-facts.ts'

/** A person's decisions about a session in a review. */
export const DECISIONS = ['mine', 'notMine', 'notSure'] as const
export type Decision = (typeof DECISIONS)[number]

/** The selectable numbers of days between two reviews; null in their place is never. */
export const REVIEW_DAYS = [30, 90, 180] as const
export type ReviewDays = (typeof REVIEW_DAYS)[number]

export const REPORT_FORMATS = ['pdf', 'csv'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** A decision with its time, epoch ms by the service's clock. */
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
  /** What the person said of the session before this review. */
  earlier: DatedDecision | null
  /**
   * What became of its end: `waiting` while that is not settled, `unclear` while no list could tell. Null unless the review is finished
   * and the session was to be ended, and if the record has lost it.
   */
  outcome: EndState | null
}

/** The counts of a review, without this device; `decided` is at most `total`. */
export interface ReviewCounts {
  decided: number
  /** The number of sessions that have or need a decision. */
  total: number
  counts: Record<Decision, number>
  /** The number of sessions that the review was to end and that are gone. */
  ended: number
  /** The number of those that are not gone. */
  openEnds: number
}

/** A review without its items. Times are epoch ms by this computer's clock. */
export interface ReviewSummary extends ReviewCounts {
  startedAt: number
  /** Whether it is stored: with its first decision, or once it is finished. Until then it is only shown. */
  isStarted: boolean
  /** Null while it is open. */
  finishedAt: number | null
  canUndo: boolean
}

/**
 * The schedule of the next review: null `days` is never. `finishedAt` is when the last one was finished, null before the first, and
 * `dueAt` when the next is due; epoch ms by this computer's clock.
 */
export interface ReviewSchedule {
  days: ReviewDays | null
  finishedAt: number | null
  dueAt: number | null
  isDue: boolean
}

/**
 * The review of an account: the open one, else the last finished one; null before the first. `items` has all items in
 * the response to a request, and the changed ones in an event; of a finished review what is not mine comes first.
 */
export interface ReviewUpdate {
  accountId: string
  review: ReviewSummary | null
  items: ReviewItem[]
  /** Whether `items` are all there are. */
  isWhole: boolean
  /** When the reviews before the last finished one were finished, the newest first. */
  earlier: number[]
  schedule: ReviewSchedule
}

/** Returns the key of an outcome's text: one that is not settled may have been sent. */
export function outcomeTextKey(outcome: EndState): string {
  return outcome === 'waiting' ? 'review.pending' : `endState.${outcome}`
}

/** Whether an item needs a decision: it is not this device, and has none. */
export function isOpenItem({ isCurrent, decided }: ReviewItem): boolean {
  return !isCurrent && decided === null
}
