import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import {
  identityOf,
  type DatedDecision,
  type ReviewItem,
  type ReviewSchedule,
  type ReviewSummary,
  type ReviewUpdate,
} from '../../../electron/shared/review.ts'
import type { SessionIdentity } from '../../../electron/shared/session.ts'
import { invoke, on, type RequestError } from '../../lib/bridge.ts'

/** The review of an account with its items by key; `review` is null before the first. */
export interface ShownReview {
  review: ReviewSummary | null
  items: ReadonlyMap<number, ReviewItem>
  schedule: ReviewSchedule
}

/** The reviews by account id, as last received from main. What is done with them is in `review-actions.ts`. */
export const useReviews = defineStore('reviews', () => {
  const shown = shallowReactive(new Map<string, ShownReview>())

  function applyUpdate({ accountId, review, items, schedule }: ReviewUpdate): void {
    const before = shown.get(accountId)
    const known = review && before?.review?.startedAt === review.startedAt ? before.items : []
    const changed = items.map((item): [number, ReviewItem] => [item.key, item])
    shown.set(accountId, { review, schedule, items: new Map([...known, ...changed]) })
  }

  on('review:changed', applyUpdate)

  /** Loads the review of an account; updates follow as events. Returns why it failed, or null. */
  async function open(accountId: string): Promise<RequestError | null> {
    const answer = await invoke('review:get', { accountId })
    if (!answer.ok) return answer.failure
    applyUpdate(answer.value)
    return null
  }

  /** The latest decisions of each account, by session id. */
  const marks = computed(
    () => new Map([...shown].map(([accountId, { items }]) => [accountId, marksOf(items.values())])),
  )

  /** The latest decision about a session, or null. */
  function markOf(accountId: string, { id, createdAt }: SessionIdentity): DatedDecision | null {
    const mark = marks.value.get(accountId)?.get(id)
    if (!mark) return null
    const isSame = mark.createdAt === null || createdAt === null || mark.createdAt === createdAt
    return isSame ? mark.decision : null
  }

  return { shown, open, markOf }
})

function marksOf(
  items: Iterable<ReviewItem>,
): Map<number, { createdAt: number | null; decision: DatedDecision }> {
  const marks = new Map<number, { createdAt: number | null; decision: DatedDecision }>()
  for (const item of items) {
    const decision = item.isDoubtful ? item.earlier : (item.decided ?? item.earlier)
    const { id, createdAt } = identityOf(item)
    if (decision && !item.isCurrent && !item.isGone) marks.set(id, { createdAt, decision })
  }
  return marks
}
