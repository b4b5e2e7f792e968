import { MAX_HISTORY_MS } from '../../shared/activity.ts'
import type { Decision, ReviewDays, ReviewUpdate } from '../../shared/review.ts'
import { isListDoubt } from '../../shared/failure.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isSamePlan } from '../../shared/revocation-plan.ts'
import type { AccountStore } from '../../core/account-store.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { Revocations } from '../revocation/index.ts'
import { withMark, type PublishedLists, type RecordedSession, type RecordReader } from '../sessions/index.ts'
import {
  MAX_FINISHED,
  NO_REVIEWS,
  type OpenReview,
  type Review,
  type StoredReviews,
} from './domain/review.ts'
import { createReviewView } from './review-view.ts'

/** The reviews of accounts: the person decides on each session; finishing a review ends those that are not theirs. */
export interface Reviews {
  /** The review with all of its items: a prepared one, or else the open one, or else the last finished one. */
  get(accountId: string): ReviewUpdate
  /** The open review, or else the last finished one; null if there is none. */
  shown(accountId: string): Review | null
  /** The review that was finished then; null if that is not kept. */
  finished(accountId: string, finishedAt: number): (Review & { finishedAt: number }) | null
  /**
   * Prepares a review of the current list, unless one is open: its first decision starts it. It fails as the last check
   * did if there is no good list of this run.
   */
  start(accountId: string): Result<null>
  /**
   * Decides on these sessions: *Mine* and *Not sure* stand on the session from now on, *Not mine* is a draft. `conflict`: the review
   * that began at `startedAt` is not open any more. Throws if the disk refuses.
   */
  decide(accountId: string, startedAt: number, keys: readonly number[], decision: Decision): Result<null>
  /** Undoes the last decision of this run. `notFound`: there is none. Throws if the disk refuses. */
  undo(accountId: string): Result<null>
  /**
   * Finishes the open review and starts to end what is not mine. Other sessions may have no decision; of those, the ones that came
   * meanwhile are no part of it. `conflict`: `confirmed` differs from the plan. `notFound`: there is no open review or no good list.
   * Where the last list is doubtful, it ends nothing and fails as that did.
   */
  finish(accountId: string, confirmed: readonly number[]): Result<null>
  /** Deletes the prepared or the open review; what is mine or not sure stays on the sessions. */
  discard(accountId: string): Result<null>
  /** Sets the days until the next review; null: never. */
  schedule(accountId: string, days: ReviewDays | null): Result<null>
  /** Names, lists or ends changed: the shown review shows them. */
  refresh(accountId: string): void
  /** A fresh list is stored: reports a due review once. */
  applyList(accountId: string): void
  /** A batch was taken back whole: if it is that of the last review, that is open again. */
  applyUndo(accountId: string, batch: { cause: string; askedAt: number }): void
  /** Whether the next review of a signed-in account is due. */
  isDue(accountId: string): boolean
  forget(accountId: string): void
}

/** Dependencies; `version` is the app's. What the disk refuses of `trySet` stays in the store. */
export interface ReviewDependencies {
  store: AccountStore<StoredReviews>
  accounts: Pick<Accounts, 'get'>
  lists: Pick<PublishedLists, 'get'>
  revocations: Pick<Revocations, 'start' | 'stateOf'>
  record: Pick<RecordReader, 'byKey'> & { of(accountId: string): { since: number } | null }
  /** Changes what a person says of recorded sessions. Throws if the disk refuses. */
  mark(accountId: string, change: (session: RecordedSession) => RecordedSession): void
  /** The person made this sign-in. */
  acknowledge(accountId: string, key: number): void
  /** The current time of an account's service, epoch ms. */
  serviceNow(accountId: string): number
  version: string
  clock: Pick<Clock, 'now'>
  log: Log
  changed(update: ReviewUpdate): void
  /** The next review of an account is due; runs once for each due time. */
  due(accountId: string): void
  /** An account's review became due, or is not due any more, or an alert may be open again. */
  dueChanged(): void
}

/** Creates the reviews over their store. */
export function createReviews(dependencies: ReviewDependencies): Reviews {
  const { store, accounts, lists, revocations, record, clock, log } = dependencies
  /** What takes the decisions of this run back, by account. They throw if the disk refuses. */
  const steps = new Map<string, (() => void)[]>()
  /** The reviews that are shown and have no decision yet, by account: nothing is started by opening a page. */
  const prepared = new Map<string, OpenReview>()
  const of = (accountId: string): StoredReviews => store.get(accountId) ?? NO_REVIEWS
  const view = createReviewView({ ...dependencies, of, prepared, steps })

  function forgetOld(): void {
    for (const [accountId, { open, finished }] of store.all()) {
      const at = Math.max(open?.startedAt ?? 0, finished.at(-1)?.finishedAt ?? 0)
      if (!accounts.get(accountId) && clock.now() - at > MAX_HISTORY_MS) store.trySet(accountId, null)
    }
  }

  /** Stores what is not mine, and changes what is said of sessions; if the disk refuses the latter, the review is as before too. */
  function save(
    accountId: string,
    open: OpenReview,
    change: (session: RecordedSession) => RecordedSession,
  ): void {
    const before = of(accountId)
    store.set(accountId, { ...before, open })
    try {
      dependencies.mark(accountId, change)
    } catch (error) {
      store.trySet(accountId, before)
      throw error
    }
  }

  /** The review has no open decisions any more. */
  function close(accountId: string): void {
    prepared.delete(accountId)
    steps.delete(accountId)
    view.publish(accountId)
    dependencies.dueChanged()
  }

  return {
    get: view.updateOf,
    shown: view.shown,
    finished: view.finished,

    start(accountId) {
      if (!accounts.get(accountId) || !view.isListGood(accountId))
        return failed(lists.get(accountId).failure ?? { kind: 'notFound' })
      if (of(accountId).open) return ok(null)
      prepared.set(accountId, {
        startedAt: clock.now(),
        since: dependencies.serviceNow(accountId),
        notMine: [],
      })
      steps.delete(accountId)
      view.publish(accountId)
      return ok(null)
    },

    decide(accountId, startedAt, keys, decision) {
      const open = view.openOf(accountId)
      if (open?.startedAt !== startedAt) return failed({ kind: 'conflict' })
      const chosen = new Set(keys)
      const items = view
        .openReview(accountId, open)
        .items.filter(
          ({ key, isCurrent, decided }) => chosen.has(key) && !isCurrent && decided?.decision !== decision,
        )
      if (items.length === 0) return ok(null)
      // The estimate of the service's clock may go back: what is said later counts nevertheless.
      const now = Math.max(open.since, dependencies.serviceNow(accountId))
      const at = items.reduce((latest, { decided }) => Math.max(latest, decided?.at ?? now), now)
      const before = new Map(items.map(({ key }) => [key, record.byKey(accountId, key)]))
      const others = open.notMine.filter(({ key }) => !before.has(key))
      const drafts = decision === 'notMine' ? items.map(({ key }) => ({ key, at })) : []
      save(accountId, { ...open, notMine: [...others, ...drafts] }, (session) =>
        decision !== 'notMine' && before.has(session.key) ? withMark(session, { decision, at }) : session,
      )
      if (decision === 'mine')
        for (const { key, isNew } of lists.get(accountId).sessions ?? [])
          if (isNew && before.has(key)) dependencies.acknowledge(accountId, key)
      const takeBack = (): void => {
        save(accountId, open, (session) => {
          const { mark, alert = 'none' } = before.get(session.key) ?? {}
          // A mark that the decision did not set is the answer to an alert since then, and stays. An alert that it answered opens again.
          const isOurs = before.has(session.key) && session.mark?.decision === decision
          return isOurs ? { ...withMark(session, mark), alert } : session
        })
        dependencies.dueChanged()
      }
      steps.set(accountId, [...(steps.get(accountId) ?? []), takeBack])
      if (prepared.delete(accountId)) {
        log.info('review.started', { account: accountId })
        forgetOld()
        dependencies.dueChanged()
      }
      view.publish(accountId)
      return ok(null)
    },

    undo(accountId) {
      const all = steps.get(accountId) ?? []
      const takeBack = all.at(-1)
      if (!takeBack) return failed({ kind: 'notFound' })
      takeBack()
      steps.set(accountId, all.slice(0, -1))
      view.publish(accountId)
      return ok(null)
    },

    finish(accountId, confirmed) {
      const at = clock.now()
      // Where nothing is to be decided, a review is finished without a start.
      const open = view.openOf(accountId)
      const { failure } = lists.get(accountId)
      if (!open || !view.isListGood(accountId)) return failed({ kind: 'notFound' })
      const review = view.openReview(accountId, open)
      const plan = review.items.flatMap((item) => (item.decided?.decision === 'notMine' ? item.key : []))
      // By such a list nobody could be asked about the plan.
      if (plan.length > 0 && failure && isListDoubt(failure)) return failed(failure)
      if (!isSamePlan(plan, confirmed)) return failed({ kind: 'conflict' })
      const started = plan.length > 0 ? revocations.start(accountId, plan, 'review', at) : null
      // `notFound`: all of them are being ended already.
      if (started?.ok === false && started.failure.kind !== 'notFound') return started
      const items = review.items
        .filter(({ decided, hasArrived }) => decided !== null || !hasArrived)
        .map(({ earlier: _, outcome: _outcome, ...row }) => row)
      const stored = of(accountId)
      const finished = [...stored.finished, { ...review, finishedAt: at, items }].slice(-MAX_FINISHED)
      const next: StoredReviews = { ...stored, open: null, finished, notifiedFor: null }
      // The ends are stored already, and go on if the disk refuses this; without any it has to be stored first.
      if (started?.ok) store.trySet(accountId, next)
      else store.set(accountId, next)
      log.info('review.finished', { account: accountId, sessions: items.length, ending: plan.length })
      close(accountId)
      return ok(null)
    },

    discard(accountId) {
      if (!view.openOf(accountId)) return failed({ kind: 'notFound' })
      if (!prepared.has(accountId)) store.set(accountId, { ...of(accountId), open: null })
      close(accountId)
      return ok(null)
    },

    schedule(accountId, days) {
      store.set(accountId, { ...of(accountId), days, notifiedFor: null })
      view.publish(accountId)
      dependencies.dueChanged()
      return ok(null)
    },

    refresh(accountId) {
      if (accounts.get(accountId) && (view.openOf(accountId) ?? view.lastOf(accountId)))
        view.publish(accountId)
    },

    applyList(accountId) {
      const { dueAt, isDue } = view.schedule(accountId)
      if (!accounts.get(accountId) || !isDue || of(accountId).notifiedFor === dueAt) return
      // Store first, so that a crash cannot notify twice.
      store.trySet(accountId, { ...of(accountId), notifiedFor: dueAt })
      log.info('review.due', { account: accountId })
      dependencies.due(accountId)
      dependencies.dueChanged()
    },

    applyUndo(accountId, { cause, askedAt }) {
      const stored = of(accountId)
      const last = view.lastOf(accountId)
      // Both times are of the same moment, by the same clock.
      if (cause !== 'review' || stored.open !== null || last?.finishedAt !== askedAt) return
      const { startedAt, items } = last
      const drafts = items.flatMap(({ key, decided }) =>
        decided?.decision === 'notMine' ? { key, at: decided.at } : [],
      )
      const since = Math.min(...items.flatMap(({ decided }) => decided?.at ?? []))
      const open = { startedAt, since, notMine: drafts }
      store.trySet(accountId, { ...stored, open, finished: stored.finished.slice(0, -1) })
      close(accountId)
    },

    isDue: (accountId) => accounts.get(accountId)?.status === 'signedIn' && view.schedule(accountId).isDue,

    forget(accountId) {
      prepared.delete(accountId)
      steps.delete(accountId)
      view.forget(accountId)
      store.trySet(accountId, null)
    },
  }
}
