import { DAY_MS } from '../../../shared/dates.ts'
import type { ItemStatus, EndView } from '../../../shared/ends.ts'
import {
  DECISIONS,
  REVIEW_DAYS,
  isOpenItem,
  type DatedDecision,
  type Decision,
  type ReviewDays,
  type ReviewItem,
  type ReviewOutcome,
  type ReviewProgress,
} from '../../../shared/review.ts'
import type { SessionFacts } from '../../../shared/session-facts.ts'
import { factsOf } from '../../../domain/api-session.ts'

/** A review with its sessions. Times are epoch ms by this computer's clock. */
export interface Review {
  startedAt: number
  finishedAt: number | null
  /** The service's base URL. */
  server: string
  /** The app's version. */
  version: string
  items: readonly ReviewItem[]
}

/** The fields of a listed session that a review records. */
export interface ReviewedSession extends SessionFacts {
  /** The key of the session. */
  key: number
  /** The service's own name; `name` is the display name. */
  serviceName: string
}

/** The decisions that one step replaced, by key. */
export interface ReviewStep {
  before: readonly Pick<ReviewItem, 'key' | 'decided'>[]
}

/** Creates the review of a list; `last` is the review before it. */
export function startReview(
  sessions: readonly ReviewedSession[],
  head: Pick<Review, 'startedAt' | 'server' | 'version'>,
  last: Review | null,
): Review {
  const earlier = earlierDecisions(last)
  const items = sessions.map((session) => ({ ...createItem(session, false), earlier: earlier(session.key) }))
  return { ...head, finishedAt: null, items }
}

/** Creates the item of a listed session, without a decision. */
export function createItem(session: ReviewedSession, hasArrived: boolean): ReviewItem {
  return {
    key: session.key,
    ...factsOf(session),
    serviceName: session.serviceName,
    decided: null,
    hasArrived,
    isGone: false,
    earlier: null,
    outcome: null,
  }
}

/** Returns a function that finds the decision of an earlier review about the session with a key. */
function earlierDecisions(last: Review | null): (key: number) => DatedDecision | null {
  const byKey = new Map(last?.items.map((item) => [item.key, item.decided ?? item.earlier]))
  return (key) => byKey.get(key) ?? null
}

/** Finds the decisions of a review. */
export type DecisionsOf = typeof earlierDecisions

/** Creates a function that indexes each review once: a rule asks for each session of a list. */
export function createDecisions(): DecisionsOf {
  const known = new WeakMap<Review, ReturnType<DecisionsOf>>()
  return (review) => {
    const decisions = (review && known.get(review)) ?? earlierDecisions(review)
    if (review) known.set(review, decisions)
    return decisions
  }
}

/** When the person last decided that a session is theirs, and did not change their mind; null if they did not. */
export function calledMineAt(
  { open, last }: { open: Review | null; last: Review | null },
  key: number,
  decisionsOf: DecisionsOf = earlierDecisions,
): number | null {
  const decision = [open, last].flatMap((review) => decisionsOf(review)(key) ?? [])[0]
  return decision?.decision === 'mine' ? decision.at : null
}

/**
 * Stores a decision on these items, made at `at`, epoch ms by this computer's clock. Skips this device and sessions
 * that are gone. Returns the same review and no step if nothing changes.
 */
export function decide(
  review: Review,
  keys: readonly number[],
  decision: Decision,
  at: number,
): { review: Review; step: ReviewStep | null } {
  if (review.finishedAt !== null) return { review, step: null }
  const chosen = new Set(keys)
  const before: ReviewItem[] = []
  const items = review.items.map((item) => {
    if (!chosen.has(item.key) || item.isCurrent || item.isGone || item.decided?.decision === decision)
      return item
    before.push(item)
    return { ...item, decided: { decision, at } }
  })
  if (before.length === 0) return { review, step: null }
  return {
    review: { ...review, items },
    step: { before: before.map(({ key, decided }) => ({ key, decided })) },
  }
}

/** Restores the decisions that a step replaced. */
export function undoStep(review: Review, step: ReviewStep): Review {
  if (review.finishedAt !== null) return review
  const before = new Map(step.before.map((replaced) => [replaced.key, replaced]))
  const restored = (item: ReviewItem): ReviewItem => {
    const replaced = before.get(item.key)
    return replaced ? { ...item, ...replaced } : item
  }
  return { ...review, items: review.items.map(restored) }
}

/** Counts the items that have or need a decision: not this device, and not sessions that were gone undecided. */
export function progressOf({ items }: Pick<Review, 'items'>): ReviewProgress {
  let [decided, total] = [0, 0]
  for (const item of items) {
    if (item.isCurrent || (item.isGone && item.decided === null)) continue
    total++
    if (item.decided !== null && !isOpenItem(item)) decided++
  }
  return { decided, total }
}

/** Counts the sessions with each decision, without this device. */
export function countDecisions({ items }: Pick<Review, 'items'>): Record<Decision, number> {
  const counts = Object.fromEntries(DECISIONS.map((decision) => [decision, 0])) as Record<Decision, number>
  for (const { decided, isCurrent } of items) if (decided && !isCurrent) counts[decided.decision]++
  return counts
}

/** Whether a review is open and no listed session needs a decision. */
export function canFinish({ finishedAt, items }: Review): boolean {
  return finishedAt === null && !items.some(isOpenItem)
}

/** Returns the keys of the sessions that finishing a review revokes: decided as `notMine` and still listed, never this device. */
export function plannedRevocations(review: Review, listed: readonly ReviewedSession[]): number[] {
  const isNotMine = ({ decided, isGone, isCurrent }: ReviewItem): boolean =>
    decided?.decision === 'notMine' && !isGone && !isCurrent
  const notMine = new Set(review.items.filter(isNotMine).map(({ key }) => key))
  return listed.flatMap(({ key, isCurrent }) => (notMine.has(key) && !isCurrent ? key : []))
}

/** Whether two plans have the same sessions, in any order. */
export function isSamePlan(plan: readonly number[], confirmed: readonly number[]): boolean {
  const known = new Set(confirmed)
  return plan.length === known.size && plan.every((key) => known.has(key))
}

/** Finishes a review: planned sessions are `pending`, other sessions decided as `notMine` are `alreadyGone`. */
export function finishReview(review: Review, plan: readonly number[], at: number): Review {
  const planned = new Set(plan)
  const outcomeOf = (item: ReviewItem): ReviewOutcome | null => {
    if (item.decided?.decision !== 'notMine' || item.isCurrent) return null
    return item.isGone || !planned.has(item.key) ? 'alreadyGone' : 'pending'
  }
  const items = review.items.map((item) => ({ ...item, outcome: outcomeOf(item) }))
  return { ...review, finishedAt: at, items }
}

/** Opens a finished review again, after its revocation was undone. */
export function reopenReview(review: Review): Review {
  return { ...review, finishedAt: null, items: review.items.map((item) => ({ ...item, outcome: null })) }
}

/** The outcome of ending one session, as a revocation reports it. */
export interface ReportedEnd {
  /** The key of the session. */
  key: number
  outcome: ReviewOutcome
}

const OUTCOMES: Record<ItemStatus, ReviewOutcome> = {
  queued: 'pending',
  sent: 'pending',
  confirmed: 'ended',
  alreadyGone: 'alreadyGone',
  failed: 'failed',
  notConfirmed: 'notConfirmed',
  cancelled: 'cancelled',
}

/** Converts the rows of a bulk revocation. */
export function reportedEnds(rows: readonly EndView[]): ReportedEnd[] {
  return rows.map(({ key, state }) => ({ key, outcome: OUTCOMES[state] }))
}

/** Records reported outcomes; proven ones do not change. Returns the same review if nothing changes. */
export function withOutcomes(review: Review, ends: readonly ReportedEnd[]): Review {
  const reported = new Map(ends.map(({ key, outcome }) => [key, outcome]))
  const items = review.items.map((item) => {
    const outcome = reported.get(item.key)
    if (!outcome || item.outcome === null || isProven(item.outcome) || outcome === item.outcome) return item
    return { ...item, outcome }
  })
  return items.some((item, at) => item !== review.items[at]) ? { ...review, items } : review
}

/** The unproven ends whose sessions left the list later. */
export function laterEnds({ items }: Review): ReportedEnd[] {
  const gone = items.filter(({ outcome, isGone }) => outcome !== null && !isProven(outcome) && isGone)
  return gone.map((item) => ({ key: item.key, outcome: 'alreadyGone' }))
}

/** The ends that nobody waits for any more, as `isEnding` says: they were taken back while the app was killed. */
export function lostEnds({ items }: Review, isEnding: (key: number) => boolean): ReportedEnd[] {
  const pending = items.filter((item) => item.outcome === 'pending' && !isEnding(item.key))
  return pending.map((item) => ({ key: item.key, outcome: 'cancelled' }))
}

/** Counts the proven and the unproven ends of a finished review. */
export function countEnds({ items }: Pick<Review, 'items'>): { ended: number; openEnds: number } {
  const outcomes = items.flatMap(({ outcome }) => outcome ?? [])
  const ended = outcomes.filter(isProven).length
  return { ended, openEnds: outcomes.length - ended }
}

/** Whether an outcome proves that the session is no longer signed in. */
export function isProven(outcome: ReviewOutcome): boolean {
  return outcome === 'ended' || outcome === 'alreadyGone'
}

/** Returns when the next review is due, epoch ms by the clock of `finishedAt`; null: never, or none was finished. */
export function nextDue(finishedAt: number | null, days: ReviewDays | null): number | null {
  return finishedAt === null || days === null ? null : finishedAt + days * DAY_MS
}

/** The schedule until the person chooses another one. */
export const DEFAULT_DAYS: ReviewDays = REVIEW_DAYS[1]
