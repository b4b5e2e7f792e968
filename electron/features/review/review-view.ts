import { isDeepStrictEqual } from 'node:util'
import type { ReviewSchedule, ReviewUpdate } from '../../shared/review.ts'
import { DAY_MS } from '../../shared/dates.ts'
import { isRecordedKey } from '../../shared/session.ts'
import {
  countsOf,
  itemsOf,
  outcomeOf,
  rankOf,
  type FinishedReview,
  type OpenReview,
  type Review,
  type StoredReviews,
} from './domain/review.ts'
import type { ReviewDependencies } from './reviews.ts'

/** Dependencies. `prepared`: the reviews without a decision, which are not stored, and `steps`: what can be undone, by account. */
export interface ReviewViewDependencies extends Pick<
  ReviewDependencies,
  'accounts' | 'lists' | 'revocations' | 'record' | 'version' | 'clock' | 'changed'
> {
  of(accountId: string): StoredReviews
  prepared: ReadonlyMap<string, OpenReview>
  steps: ReadonlyMap<string, readonly unknown[]>
}

/** Creates what is shown of the reviews: of an open one the sessions of the list with what was said of them, of a finished one its rows. */
export function createReviewView(dependencies: ReviewViewDependencies) {
  const { of, prepared, steps, lists, revocations, record, version, clock } = dependencies
  /** The reviews as last published, by account. */
  const published = new Map<string, ReviewUpdate>()

  const openOf = (accountId: string): OpenReview | null => prepared.get(accountId) ?? of(accountId).open
  const lastOf = (accountId: string): FinishedReview | null => of(accountId).finished.at(-1) ?? null

  /** Whether there is a good list of this run, not only the last known list, or an unclear one. */
  function isListGood(accountId: string): boolean {
    const { sessions, isLive, isUnclear } = lists.get(accountId)
    return isLive && !isUnclear && sessions !== null
  }

  /** An open review as it is shown: of the rows of the list that the record has, since nothing can be said of others. */
  function openReview(accountId: string, open: OpenReview): Review {
    const sessions = (lists.get(accountId).sessions ?? []).filter(({ key }) => isRecordedKey(key))
    const items = itemsOf(
      open,
      sessions,
      (key) => record.byKey(accountId, key)?.mark ?? null,
      record.of(accountId)?.since,
    )
    return { startedAt: open.startedAt, finishedAt: null, version, items }
  }

  /** A finished review as it is shown: with what became of its sessions, by the record. */
  function finishedReview(accountId: string, review: FinishedReview): Review & { finishedAt: number } {
    const items = review.items.map((row) => ({
      ...row,
      earlier: null,
      outcome:
        row.decided?.decision === 'notMine'
          ? outcomeOf(record.byKey(accountId, row.key), revocations.stateOf(accountId, row.key))
          : null,
    }))
    return { ...review, items: items.toSorted((a, b) => rankOf(a) - rankOf(b)) }
  }

  function reviewOf(accountId: string, open: OpenReview | null): Review | null {
    const last = lastOf(accountId)
    return open ? openReview(accountId, open) : last && finishedReview(accountId, last)
  }

  function finished(accountId: string, finishedAt: number): ReturnType<typeof finishedReview> | null {
    const review = of(accountId).finished.find((each) => each.finishedAt === finishedAt)
    return review ? finishedReview(accountId, review) : null
  }

  function schedule(accountId: string): ReviewSchedule {
    const { open, days, notifiedFor } = of(accountId)
    const last = lastOf(accountId)
    const dueAt = last && days !== null ? last.finishedAt + days * DAY_MS : null
    // It stays due once the person was notified, even if the clock is set back.
    const isReached = dueAt !== null && (notifiedFor === dueAt || clock.now() >= dueAt)
    return { days, finishedAt: last?.finishedAt ?? null, dueAt, isDue: open === null && isReached }
  }

  function updateOf(accountId: string): ReviewUpdate {
    const review = reviewOf(accountId, openOf(accountId))
    const counts = countsOf(review?.items ?? [])
    const isOpen = review?.finishedAt === null
    const [, ...earlier] = of(accountId)
      .finished.map(({ finishedAt }) => finishedAt)
      .toReversed()
    return {
      accountId,
      review: review && {
        startedAt: review.startedAt,
        finishedAt: review.finishedAt,
        isStarted: !prepared.has(accountId),
        ...counts,
        canUndo: isOpen && (steps.get(accountId)?.length ?? 0) > 0,
      },
      items: [...(review?.items ?? [])],
      isWhole: true,
      earlier,
      schedule: schedule(accountId),
    }
  }

  /** Sends the shown review, with the items that changed since it was last sent, or with all if there are others. */
  function publish(accountId: string): void {
    const update = updateOf(accountId)
    const before = published.get(accountId)
    published.set(accountId, update)
    if (isDeepStrictEqual(before, update)) return
    const known = before?.items
    const isWhole =
      known?.length !== update.items.length || update.items.some(({ key }, at) => known[at]?.key !== key)
    const items = update.items.filter((item, at) => isWhole || !isDeepStrictEqual(item, known[at]))
    dependencies.changed({ ...update, items, isWhole })
  }

  return {
    openOf,
    lastOf,
    isListGood,
    openReview,
    shown: (accountId: string): Review | null => reviewOf(accountId, of(accountId).open),
    finished,
    updateOf,
    schedule,
    publish,
    forget: (accountId: string): void => void published.delete(accountId),
  }
}
