import { isOwnActor, type ObservedSession } from '../../../shared/activity.ts'
import { isUnfinished, type EndState } from '../../../shared/ends.ts'
import {
  REVIEW_DAYS,
  type DatedDecision,
  type Decision,
  type ReviewCounts,
  type ReviewDays,
  type ReviewItem,
} from '../../../shared/review.ts'
import type { DeviceSession } from '../../../shared/session.ts'
import { factsOf } from '../../../domain/api-session.ts'

/** A review to show, with its sessions. Times are epoch ms by this computer's clock. */
export interface Review {
  startedAt: number
  finishedAt: number | null
  /** The app's version. */
  version: string
  items: readonly ReviewItem[]
}

/** A finished review, as stored: one row a decision, which does not change any more. */
export interface FinishedReview extends Omit<Review, 'finishedAt' | 'items'> {
  finishedAt: number
  items: readonly Omit<ReviewItem, 'earlier' | 'outcome'>[]
}

/** An open review: its date, by this computer's clock and by the service's. What is mine stands on the session. */
export interface OpenReview {
  startedAt: number
  since: number
  /** What is not mine, by the keys of sessions, with the time of the decision by the service's clock. */
  notMine: readonly { key: number; at: number }[]
}

/** The reviews of one account, as stored. */
export interface StoredReviews {
  open: OpenReview | null
  /** The oldest first, at most `MAX_FINISHED`. */
  finished: readonly FinishedReview[]
  /** The days from the last one to the next; null: never. */
  days: ReviewDays | null
  /** The due time that the person was notified of, by this computer's clock. */
  notifiedFor: number | null
}

/** No review yet. */
export const NO_REVIEWS: StoredReviews = { open: null, finished: [], days: REVIEW_DAYS[1], notifiedFor: null }

/** The number of finished reviews that are kept. */
export const MAX_FINISHED = 24

/**
 * Returns what a review shows of its listed sessions. `markOf` is what the person said of a session; a record knows no arrival before
 * `recordedSince`.
 */
export function itemsOf(
  { since, notMine }: OpenReview,
  sessions: readonly DeviceSession[],
  markOf: (key: number) => DatedDecision | null,
  recordedSince = 0,
): ReviewItem[] {
  const drafts = new Map(notMine.map(({ key, at }) => [key, at]))
  return sessions.map((session) => {
    const [draftAt, mark] = [drafts.get(session.key) ?? -Infinity, markOf(session.key)]
    const isNew = mark !== null && mark.at >= since
    // What was said last counts: an alert may be answered during a review.
    const isDraft = draftAt >= since && draftAt >= (mark?.at ?? -Infinity)
    const decided = isDraft ? { decision: 'notMine' as const, at: draftAt } : isNew ? mark : null
    return {
      key: session.key,
      ...factsOf(session),
      serviceName: session.serviceName,
      decided: session.isCurrent ? null : decided,
      hasArrived: (session.firstSeenAt ?? 0) > Math.max(since, recordedSince),
      earlier: isNew ? null : mark,
      outcome: null,
    }
  })
}

/** Counts the decisions on all sessions but this device, which needs none, and what became of those that were to be ended. */
export function countsOf(items: readonly ReviewItem[]): ReviewCounts {
  const others = items.filter(({ isCurrent }) => !isCurrent)
  const count = (decision: Decision): number =>
    others.filter(({ decided }) => decided?.decision === decision).length
  const counts = { mine: count('mine'), notMine: count('notMine'), notSure: count('notSure') }
  const outcomes = items.flatMap(({ outcome }) => outcome ?? [])
  const ended = outcomes.filter((outcome) => outcome === 'ended' || outcome === 'gone').length
  return {
    decided: counts.mine + counts.notMine + counts.notSure,
    total: others.length,
    ...{ counts, ended, openEnds: outcomes.length - ended },
  }
}

/** The place of a session in a finished review and its report: first what is not mine, last this device. */
export function rankOf({ isCurrent, decided }: Pick<ReviewItem, 'isCurrent' | 'decided'>): number {
  if (isCurrent) return DECISION_RANKS.length + 1
  return decided ? DECISION_RANKS.indexOf(decided.decision) : DECISION_RANKS.length
}
const DECISION_RANKS: readonly Decision[] = ['notMine', 'notSure', 'mine']

/**
 * What became of a session that a review was to end: by the record, and by the state of its end, null if that is forgotten. Null once
 * the record has the session no more: that keeps what is listed.
 */
export function outcomeOf(
  session: Pick<ObservedSession, 'endedAt' | 'endedBy'> | null,
  end: EndState | null,
): EndState | null {
  if (isUnfinished(end) || (session?.endedAt !== null && session?.endedBy === null)) return 'waiting'
  if (!session) return null
  if (session.endedAt === null) return end === 'unclear' ? end : 'stillListed'
  return isOwnActor(session.endedBy) ? 'ended' : 'gone'
}
