import type { ReviewItem, ReviewSchedule, ReviewSummary, ReviewUpdate } from '../../shared/review.ts'
import type { Clock } from '../../core/ports.ts'
import { createFindAsLastTime } from './domain/as-last-time.ts'
import { canFinish, countDecisions, countEnds, nextDue, progressOf, type Review } from './domain/review.ts'
import type { ReviewRepository } from './review-repository.ts'

/** What the window sees of the reviews. */
export interface ReviewView {
  /** The prepared review, or else the open one, or else the last finished one; null before the first. */
  shown(accountId: string): Review | null
  /** The shown review with all of its items. */
  update(accountId: string): ReviewUpdate
  /** Sends the shown review with the items that changed since it was last sent. */
  publish(accountId: string): void
  schedule(accountId: string): ReviewSchedule
  forget(accountId: string): void
}

/** Dependencies. `prepared`: the reviews without a decision, by account; they are not stored. */
export interface ReviewViewDependencies {
  repository: Pick<ReviewRepository, 'of'>
  prepared: ReadonlyMap<string, Review>
  canUndo(accountId: string): boolean
  clock: Pick<Clock, 'now'>
  changed(update: ReviewUpdate): void
}

/** Creates the view of the reviews. */
export function createReviewView(dependencies: ReviewViewDependencies): ReviewView {
  const { repository, prepared, clock } = dependencies
  const findAsLastTime = createFindAsLastTime()
  /** The items as last published, by account. */
  const published = new Map<string, { startedAt: number; items: readonly ReviewItem[] }>()

  function shown(accountId: string): Review | null {
    const { open, last } = repository.of(accountId)
    return prepared.get(accountId) ?? open ?? last
  }

  function schedule(accountId: string): ReviewSchedule {
    const { open, last, days, notifiedFor } = repository.of(accountId)
    const dueAt = nextDue(last?.finishedAt ?? null, days)
    // It stays due once the person was notified, even if the clock is set back.
    const isReached = dueAt !== null && (notifiedFor === dueAt || clock.now() >= dueAt)
    return { days, dueAt, isDue: open === null && isReached }
  }

  function summarize(accountId: string, review: Review): ReviewSummary {
    const { startedAt, finishedAt } = review
    return {
      accountId,
      startedAt,
      finishedAt,
      isStarted: review !== prepared.get(accountId),
      ...progressOf(review),
      ...countEnds(review),
      counts: countDecisions(review),
      canUndo: finishedAt === null && dependencies.canUndo(accountId),
      canFinish: canFinish(review),
    }
  }

  function updateOf(accountId: string, review: Review | null, items: readonly ReviewItem[]): ReviewUpdate {
    return {
      accountId,
      review: review && summarize(accountId, review),
      items: [...items],
      asLastTime: review ? findAsLastTime(review, repository.of(accountId).last) : [],
      schedule: schedule(accountId),
    }
  }

  return {
    shown,
    schedule,
    update(accountId) {
      const review = shown(accountId)
      return updateOf(accountId, review, review?.items ?? [])
    },
    publish(accountId) {
      const review = shown(accountId)
      const before = published.get(accountId)
      const isSame = review !== null && before?.startedAt === review.startedAt
      const items = (review?.items ?? []).filter((item, at) => !isSame || before.items[at] !== item)
      if (review) published.set(accountId, review)
      else published.delete(accountId)
      dependencies.changed(updateOf(accountId, review, items))
    },
    forget: (accountId) => void published.delete(accountId),
  }
}
