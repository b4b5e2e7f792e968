import { isOwnActor, type ObservedSession } from '../../../shared/activity.ts'
import { DAY_MS } from '../../../shared/dates.ts'
import type { EndState } from '../../../shared/ends.ts'
import {
  DECISIONS,
  REVIEW_DAYS,
  isOpenItem,
  type DatedDecision,
  type Decision,
  type ReviewDays,
  type ReviewItem,
  type ReviewProgress,
} from '../../../shared/review.ts'
import type { SessionFacts } from '../../../shared/session-facts.ts'
import { factsOf } from '../../../domain/api-session.ts'

/** A review to show, with its sessions. Times are epoch ms by this computer's clock. */
export interface Review {
  startedAt: number
  finishedAt: number | null
  /** The service's base URL. */
  server: string
  /** The app's version. */
  version: string
  items: readonly ReviewItem[]
}

/** One decision of a finished review; it does not change any more. */
export type ReviewRow = Omit<ReviewItem, 'earlier' | 'outcome'>

/** A finished review, as stored. */
export interface FinishedReview extends Omit<Review, 'finishedAt' | 'items'> {
  finishedAt: number
  items: readonly ReviewRow[]
}

/** A session that is not mine, until the review is finished; `at` is epoch ms by the service's clock. */
export interface NotMine {
  key: number
  at: number
}

/** An open review: its date, by this computer's clock and by the service's, and what is not mine. What is mine stands on the session. */
export interface OpenReview {
  startedAt: number
  since: number
  notMine: readonly NotMine[]
}

/** The fields of a listed session that a review shows. */
export interface ReviewedSession extends SessionFacts {
  /** The key of the session. */
  key: number
  /** The service's own name; `name` is the display name. */
  serviceName: string
  /** When this computer first saw it, epoch ms by the service's clock; null when unknown. */
  firstSeenAt: number | null
}

/** Returns what a review shows of its listed sessions. `markOf` is what the person said of a session. */
export function itemsOf(
  { since, notMine }: OpenReview,
  sessions: readonly ReviewedSession[],
  markOf: (key: number) => DatedDecision | null,
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
      hasArrived: (session.firstSeenAt ?? 0) > since,
      earlier: isNew ? null : mark,
      outcome: null,
    }
  })
}

/** Counts the items that have or need a decision: all but this device. */
export function progressOf(items: readonly ReviewItem[]): ReviewProgress {
  const others = items.filter(({ isCurrent }) => !isCurrent)
  return { decided: others.filter(({ decided }) => decided !== null).length, total: others.length }
}

/** Counts the sessions with each decision, without this device. */
export function countDecisions(items: readonly ReviewItem[]): Record<Decision, number> {
  const count = (decision: Decision): number =>
    items.filter(({ decided, isCurrent }) => !isCurrent && decided?.decision === decision).length
  return Object.fromEntries(DECISIONS.map((each) => [each, count(each)])) as Record<Decision, number>
}

/** Whether no listed session needs a decision. */
export function areDecided(items: readonly ReviewItem[]): boolean {
  return !items.some(isOpenItem)
}

/** Returns the keys of the listed sessions that finishing a review ends: those that are not mine, never this device. */
export function planOf(items: readonly ReviewItem[]): number[] {
  return items.flatMap(({ key, decided }) => (decided?.decision === 'notMine' ? key : []))
}

/** What became of a session that a review was to end: by the record, and by whether its end is unfinished. */
export function outcomeOf(
  session: Pick<ObservedSession, 'endedAt' | 'endedBy'> | null,
  isEnding: boolean,
): EndState {
  if (isEnding || (session?.endedAt !== null && session?.endedBy === null)) return 'waiting'
  if (!session) return 'unclear'
  if (session.endedAt === null) return 'stillListed'
  return isOwnActor(session.endedBy) ? 'ended' : 'gone'
}

/** Counts the sessions that a finished review was to end: those that are gone, and those that are not. */
export function countEnds(items: readonly ReviewItem[]): { ended: number; openEnds: number } {
  const outcomes = items.flatMap(({ outcome }) => outcome ?? [])
  const ended = outcomes.filter(isGone).length
  return { ended, openEnds: outcomes.length - ended }
}

/** Whether an outcome says that the session is not signed in any more. */
function isGone(outcome: EndState): boolean {
  return outcome === 'ended' || outcome === 'gone'
}

/** Returns when the next review is due, epoch ms by the clock of `finishedAt`; null: never, or none was finished. */
export function nextDue(finishedAt: number | null, days: ReviewDays | null): number | null {
  return finishedAt === null || days === null ? null : finishedAt + days * DAY_MS
}

/** The schedule until the person chooses another one. */
export const DEFAULT_DAYS: ReviewDays = REVIEW_DAYS[1]

/** The number of finished reviews that are kept. */
export const MAX_FINISHED = 24
