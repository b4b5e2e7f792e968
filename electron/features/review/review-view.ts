import type { ReviewItem, ReviewSchedule, ReviewUpdate } from '../../shared/review.ts'
import { isSameExcept } from '../../shared/fields.ts'
import { isRecordedKey, type DeviceSession } from '../../shared/session.ts'
import {
  areDecided,
  countDecisions,
  countEnds,
  itemsOf,
  nextDue,
  outcomeOf,
  progressOf,
  type FinishedReview,
  type OpenReview,
  type Review,
} from './domain/review.ts'
import type { ReviewDependencies } from './reviews.ts'

/** Dependencies. `prepared`: the reviews without a decision, by account; they are not stored. */
export interface ReviewViewDependencies extends Pick<
  ReviewDependencies,
  'repository' | 'accounts' | 'lists' | 'revocations' | 'record' | 'version' | 'clock' | 'changed'
> {
  prepared: ReadonlyMap<string, OpenReview>
  canUndo(accountId: string): boolean
}

/** Creates what is shown of the reviews: of an open one the sessions of the list with what was said of them, of a finished one its rows. */
export function createReviewView(dependencies: ReviewViewDependencies) {
  const { repository, prepared, accounts, lists, revocations, record, clock } = dependencies
  /** The reviews as last published, by account. */
  const published = new Map<string, ReviewUpdate>()

  const openOf = (accountId: string): OpenReview | null =>
    prepared.get(accountId) ?? repository.of(accountId).open
  const lastOf = (accountId: string): FinishedReview | null =>
    repository.of(accountId).finished.at(-1) ?? null

  /** The sessions of the good list of this run; null if there is only the last known list, or an unclear one. */
  function freshList(accountId: string): readonly DeviceSession[] | null {
    const { sessions, isLive, isUnclear } = lists.get(accountId)
    return isLive && !isUnclear ? sessions : null
  }

  /** An open review as it is shown: of the rows of the list that the record has, since nothing can be said of others. */
  function openReview(accountId: string, open: OpenReview): Review {
    const sessions = (lists.get(accountId).sessions ?? []).filter(({ key }) => isRecordedKey(key))
    const items = itemsOf(open, sessions, (key) => markOn(accountId, key))
    const { startedAt } = open
    const server = accounts.get(accountId)?.baseUrl ?? ''
    return { startedAt, finishedAt: null, server, version: dependencies.version, items }
  }

  const markOn = (accountId: string, key: number): ReviewItem['earlier'] =>
    record.byKey(accountId, key)?.mark ?? null

  /** A finished review as it is shown: with what became of its sessions, by the record. */
  function finishedReview(accountId: string, review: FinishedReview): Review {
    const items = review.items.map((row): ReviewItem => {
      if (row.decided?.decision !== 'notMine') return { ...row, earlier: null, outcome: null }
      const outcome = outcomeOf(record.byKey(accountId, row.key), revocations.isEnding(accountId, row.key))
      return { ...row, earlier: null, outcome }
    })
    return { ...review, items }
  }

  function reviewOf(accountId: string, open: OpenReview | null): Review | null {
    const last = lastOf(accountId)
    return open ? openReview(accountId, open) : last && finishedReview(accountId, last)
  }

  function schedule(accountId: string): ReviewSchedule {
    const { open, days, notifiedFor } = repository.of(accountId)
    const dueAt = nextDue(lastOf(accountId)?.finishedAt ?? null, days)
    // It stays due once the person was notified, even if the clock is set back.
    const isReached = dueAt !== null && (notifiedFor === dueAt || clock.now() >= dueAt)
    return { days, dueAt, isDue: open === null && isReached }
  }

  function updateOf(accountId: string, review: Review | null): ReviewUpdate {
    const items = review?.items ?? []
    const isOpen = review?.finishedAt === null
    return {
      accountId,
      review: review && {
        accountId,
        startedAt: review.startedAt,
        finishedAt: review.finishedAt,
        isStarted: !prepared.has(accountId),
        ...progressOf(items),
        ...countEnds(items),
        counts: countDecisions(items),
        canUndo: isOpen && dependencies.canUndo(accountId),
        canFinish: isOpen && freshList(accountId) !== null && areDecided(items),
      },
      items: [...items],
      isWhole: true,
      asLastTime: items.flatMap(({ key, decided, earlier, isCurrent, hasArrived }) => {
        const isUndecided = isOpen && decided === null && !isCurrent && !hasArrived
        return isUndecided && earlier?.decision === 'mine' ? key : []
      }),
      earlier: repository
        .of(accountId)
        .finished.slice(0, -1)
        .map(({ finishedAt }) => finishedAt)
        .reverse(),
      schedule: schedule(accountId),
    }
  }

  /** Sends the shown review, with the items that changed since it was last sent, or with all if there are others. */
  function publish(accountId: string): void {
    const update = updateOf(accountId, reviewOf(accountId, openOf(accountId)))
    const before = published.get(accountId)
    published.set(accountId, update)
    const known = before?.items ?? []
    const isWhole =
      known.length !== update.items.length || update.items.some(({ key }, at) => known[at]?.key !== key)
    const items = update.items.filter((item, at) => isWhole || !isSameItem(item, known[at] ?? item))
    const isSame =
      before && JSON.stringify({ ...before, items: [] }) === JSON.stringify({ ...update, items: [] })
    if (!isSame || isWhole || items.length > 0) dependencies.changed({ ...update, items, isWhole })
  }

  return {
    openOf,
    lastOf,
    freshList,
    openReview,
    finishedReview,
    reviewOf,
    updateOf,
    schedule,
    publish,
    forget: (accountId: string): void => void published.delete(accountId),
  }
}

function isSameItem(a: ReviewItem, b: ReviewItem): boolean {
  return (
    isSameExcept(a, b, 'decided', 'earlier') &&
    (['decided', 'earlier'] as const).every(
      (field) => a[field]?.at === b[field]?.at && a[field]?.decision === b[field]?.decision,
    )
  )
}
