import { MAX_HISTORY_MS } from '../../shared/activity.ts'
import type { Events } from '../../shared/events.ts'
import type { EndsUpdate } from '../../shared/ends.ts'
import { type Decision, type ReviewDays, type ReviewUpdate } from '../../shared/review.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { DeviceSession } from '../../shared/session.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { BulkRevocations } from '../revocation/index.ts'
import { keyNow, type PublishedLists, type RecordReader } from '../sessions/index.ts'
import { followRecord } from './domain/follow-record.ts'
import {
  calledMineAt,
  canFinish,
  createDecisions,
  decide,
  finishReview,
  isSamePlan,
  laterEnds,
  lostEnds,
  plannedRevocations,
  reopenReview,
  reportedEnds,
  startReview,
  undoStep,
  withOutcomes,
  type ReportedEnd,
  type Review,
  type ReviewStep,
} from './domain/review.ts'
import type { ReviewRepository } from './review-repository.ts'
import { createReviewView } from './review-view.ts'

/** The reviews of accounts: the person decides on each session; finishing a review revokes those that are not theirs. */
export interface Reviews {
  /** The review with all of its items; a prepared one before the others. */
  get(accountId: string): ReviewUpdate
  /** The open review, or else the last finished one; null before the first. */
  shown(accountId: string): Review | null
  /**
   * Prepares a review of the current list, unless one is open: its first decision starts it. It fails as the last check
   * did if there is no good list of this run.
   */
  start(accountId: string): Result<null>
  /** Stores a decision on these items. `conflict`: the review that began at `startedAt` is not open any more. */
  decide(accountId: string, startedAt: number, keys: readonly number[], decision: Decision): Result<null>
  /** Undoes the last decision of this run. `notFound`: there is none. */
  undo(accountId: string): Result<null>
  /**
   * Finishes the open review and starts to revoke its planned sessions. `conflict`: a session needs a decision,
   * `confirmed` differs from the plan, or a bulk revocation is running. `notFound`: there is no open review or no list.
   */
  finish(accountId: string, confirmed: readonly number[]): Result<null>
  /** Deletes the prepared or the open review. */
  discard(accountId: string): Result<null>
  /** Sets the days until the next review; null: never. */
  schedule(accountId: string, days: ReviewDays | null): Result<null>
  /** A fresh list is published: the reviews follow the record; reports a due review once. */
  applyList(accountId: string): void
  /** The ending of many sessions progressed. */
  applyEnds(update: EndsUpdate): void
  /** A batch was taken back whole: if it is that of the last review, that is open again. */
  applyUndo(accountId: string, batch: { cause: string; askedAt: number }): void
  /** A single revocation has its outcome. */
  applyEnd(event: Events['session:revoked']): void
  /** When the person decided that a session is theirs, epoch ms by this computer's clock; null if they did not. */
  calledMineAt(accountId: string, key: number): number | null
  /** Whether the next review of a signed-in account is due. */
  isDue(accountId: string): boolean
  forget(accountId: string): void
}

/** Dependencies. `isSent`: this app sent a DELETE; `version` is the app's. */
export interface ReviewDependencies {
  repository: ReviewRepository
  accounts: Pick<Accounts, 'get'>
  lists: Pick<PublishedLists, 'get'>
  bulk: Pick<BulkRevocations, 'start' | 'has' | 'isEnding' | 'ofMany'>
  isSent(accountId: string, key: number): boolean
  record: Pick<RecordReader, 'find' | 'byKey'>
  version: string
  clock: Pick<Clock, 'now'>
  log: Log
  changed(update: ReviewUpdate): void
  /** The next review of an account is due; runs once for each due time. */
  due(accountId: string): void
  /** An account's review became due, or is not due any more. */
  dueChanged(): void
}

/** Creates the reviews over their repository. */
export function createReviews(dependencies: ReviewDependencies): Reviews {
  const { repository, accounts, lists, bulk, clock, log } = dependencies
  /** The decisions of this run, by account; they can be undone. */
  const steps = new Map<string, ReviewStep[]>()
  const decisionsOf = createDecisions()
  /** The reviews that are shown and have no decision yet, by account: nothing is started by opening a page. */
  const prepared = new Map<string, Review>()
  const { publish, ...view } = createReviewView({
    ...{ repository, prepared, clock, changed: dependencies.changed },
    canUndo: (accountId) => (steps.get(accountId)?.length ?? 0) > 0,
  })

  function replaceLast(
    accountId: string,
    store: ReviewRepository['keepInMemory'],
    ends: readonly ReportedEnd[],
  ): void {
    const stored = repository.of(accountId)
    if (!stored.last) return
    const last = withOutcomes(stored.last, ends)
    if (last === stored.last && (store === repository.keepInMemory || !repository.isUnsaved(accountId)))
      return
    store(accountId, { ...stored, last })
    publish(accountId)
  }

  /**
   * Settles the unproven ends of sessions that left the list later, and those that the ledger has nothing of any more, unless
   * this app is ending them: `applyEnd` follows.
   */
  function withLaterEnds(accountId: string, review: Review): Review {
    const isEnding = (key: number): boolean => bulk.isEnding(accountId, key)
    const later = laterEnds(review).filter(
      ({ key }) => !isEnding(key) && !dependencies.isSent(accountId, key),
    )
    const hasBatch = review.finishedAt !== null && bulk.has(accountId, 'review', review.finishedAt)
    const settled = withOutcomes(review, later)
    return hasBatch ? settled : withOutcomes(settled, lostEnds(settled, isEnding))
  }

  /** The sessions of the good list of this run; null if there is only the last known list, or an unclear one. */
  function freshList(accountId: string): readonly DeviceSession[] | null {
    const { sessions, isLive, isUnclear } = lists.get(accountId)
    return isLive && !isUnclear ? sessions : null
  }

  function follow(accountId: string): void {
    const sessions = freshList(accountId)
    const stored = repository.of(accountId)
    if (!sessions) return
    const followed = (review: Review) =>
      followRecord(review, sessions, (item) => keyNow(dependencies.record, accountId, item))
    const before = prepared.get(accountId)
    const shown = before && followed(before)
    if (shown) prepared.set(accountId, shown.review)
    const open = stored.open && followed(stored.open)
    const last = stored.last && followed(stored.last)
    const settled = last && withLaterEnds(accountId, last.review)
    const next = { ...stored, open: open?.review ?? null, last: settled }
    // Times of use change with every list, and are stored with the next decision.
    const isSame = !open?.hasSessionChanges && !last?.hasSessionChanges && settled === (last?.review ?? null)
    if (!isSame) repository.tryWrite(accountId, next)
    else if (open || last) repository.keepInMemory(accountId, next)
    if (!isSame || shown?.hasSessionChanges) publish(accountId)
  }

  function notifyIfDue(accountId: string): void {
    const { dueAt, isDue } = view.schedule(accountId)
    const stored = repository.of(accountId)
    if (!isDue || stored.notifiedFor === dueAt) return
    // Store first, so that a crash cannot notify twice.
    repository.tryWrite(accountId, { ...stored, notifiedFor: dueAt })
    log.info('review.due', { account: accountId })
    dependencies.due(accountId)
    dependencies.dueChanged()
  }

  function forgetOld(): void {
    for (const accountId of repository.accountIds()) {
      const { open, last } = repository.of(accountId)
      const at = Math.max(open?.startedAt ?? 0, last?.finishedAt ?? 0)
      if (!accounts.get(accountId) && clock.now() - at > MAX_HISTORY_MS) repository.forget(accountId)
    }
  }

  return {
    get: view.update,
    shown(accountId) {
      const { open, last } = repository.of(accountId)
      return open ?? last
    },

    start(accountId) {
      const account = accounts.get(accountId)
      const sessions = freshList(accountId)
      if (!account || !sessions) return failed(lists.get(accountId).failure ?? { kind: 'notFound' })
      const stored = repository.of(accountId)
      if (stored.open) return ok(null)
      const head = { startedAt: clock.now(), server: account.baseUrl, version: dependencies.version }
      prepared.set(accountId, startReview(sessions, head, stored.last))
      steps.delete(accountId)
      publish(accountId)
      return ok(null)
    },

    decide(accountId, startedAt, keys, decision) {
      const stored = repository.of(accountId)
      const before = prepared.get(accountId) ?? stored.open
      if (before?.startedAt !== startedAt) return failed({ kind: 'conflict' })
      const { review, step } = decide(before, keys, decision, clock.now())
      if (!step) return ok(null)
      repository.write(accountId, { ...stored, open: review })
      steps.set(accountId, [...(steps.get(accountId) ?? []), step])
      const isFirst = prepared.delete(accountId)
      publish(accountId)
      if (!isFirst) return ok(null)
      log.info('review.started', { account: accountId, sessions: review.items.length })
      forgetOld()
      dependencies.dueChanged()
      return ok(null)
    },

    undo(accountId) {
      const stored = repository.of(accountId)
      const all = steps.get(accountId) ?? []
      const step = all.at(-1)
      if (!stored.open || !step) return failed({ kind: 'notFound' })
      repository.write(accountId, { ...stored, open: undoStep(stored.open, step) })
      steps.set(accountId, all.slice(0, -1))
      publish(accountId)
      return ok(null)
    },

    finish(accountId, confirmed) {
      const stored = repository.of(accountId)
      const sessions = freshList(accountId)
      const at = clock.now()
      // Where nothing is to be decided, a review is finished without a start.
      const open = prepared.get(accountId) ?? stored.open
      if (!open || !sessions) return failed({ kind: 'notFound' })
      const plan = plannedRevocations(open, sessions)
      if (!canFinish(open) || !isSamePlan(plan, confirmed)) return failed({ kind: 'conflict' })
      const started =
        plan.length > 0 ? bulk.start(accountId, { kind: 'these', keys: plan }, 'review', at) : null
      // `notFound`: all of them are being ended already.
      if (started?.ok === false && started.failure.kind !== 'notFound') return started
      const last = finishReview(open, plan, at)
      const next = { ...stored, open: null, last, notifiedFor: null }
      // A stored batch tells the next start that the review is finished; without one it has to be stored first.
      if (started?.ok) repository.tryWrite(accountId, next)
      else repository.write(accountId, next)
      prepared.delete(accountId)
      steps.delete(accountId)
      log.info('review.finished', { account: accountId, sessions: last.items.length, ending: plan.length })
      publish(accountId)
      dependencies.dueChanged()
      return ok(null)
    },

    discard(accountId) {
      const stored = repository.of(accountId)
      if (!prepared.has(accountId) && !stored.open) return failed({ kind: 'notFound' })
      if (!prepared.delete(accountId)) repository.write(accountId, { ...stored, open: null })
      steps.delete(accountId)
      publish(accountId)
      dependencies.dueChanged()
      return ok(null)
    },

    schedule(accountId, days) {
      repository.write(accountId, { ...repository.of(accountId), days, notifiedFor: null })
      publish(accountId)
      dependencies.dueChanged()
      return ok(null)
    },

    applyList(accountId) {
      if (!accounts.get(accountId)) return
      follow(accountId)
      notifyIfDue(accountId)
    },

    applyEnds(update) {
      const { accountId, batches } = update
      if (!accounts.get(accountId) || !repository.of(accountId).last) return
      // Up to ten updates arrive per second; if the app is killed, the ledger has the outcomes.
      const isRunning = batches.some(({ phase }) => phase.kind === 'running')
      const store = isRunning ? repository.keepInMemory : repository.tryWrite
      replaceLast(accountId, store, reportedEnds(bulk.ofMany(update, ['asking', 'done'])))
    },

    applyUndo(accountId, { cause, askedAt }) {
      const stored = repository.of(accountId)
      // Both times are of the same moment, by the same clock.
      if (cause !== 'review' || stored.open !== null || stored.last?.finishedAt !== askedAt) return
      repository.tryWrite(accountId, { ...stored, open: reopenReview(stored.last), last: null })
      prepared.delete(accountId)
      publish(accountId)
      dependencies.dueChanged()
    },

    applyEnd({ accountId, key, outcome: { kind: outcome } }) {
      replaceLast(accountId, repository.tryWrite, [{ key, outcome }])
    },

    calledMineAt: (accountId, key) => calledMineAt(repository.of(accountId), key, decisionsOf),

    isDue: (accountId) => accounts.get(accountId)?.status === 'signedIn' && view.schedule(accountId).isDue,

    forget(accountId) {
      prepared.delete(accountId)
      steps.delete(accountId)
      view.forget(accountId)
      repository.forget(accountId)
    },
  }
}
