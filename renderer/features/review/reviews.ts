import { Check, CircleQuestionMark, OctagonX } from '@lucide/vue'
import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowReactive, type Component } from 'vue'
import {
  type DatedDecision,
  type Decision,
  type ReviewItem,
  type ReviewSchedule,
  type ReviewSummary,
  type ReviewUpdate,
} from '../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { invoke, on, type RequestError } from '../../../electron/shared/bridge.ts'

/** The key of each decision while a session has the focus, its icon, whose text is beside it, and its colour as text. */
export const DECISION_LOOKS: Record<Decision, { key: string; icon: Component; colour: string }> = {
  mine: { key: 'M', icon: Check, colour: 'text-success' },
  notMine: { key: 'X', icon: OctagonX, colour: 'text-danger' },
  notSure: { key: 'U', icon: CircleQuestionMark, colour: 'text-caution' },
}

/** The review of an account with its items by key; `review` is null before the first. */
export interface ShownReview {
  review: ReviewSummary | null
  items: ReadonlyMap<number, ReviewItem>
  /** When the reviews before the last finished one were finished, the newest first. */
  earlier: readonly number[]
  schedule: ReviewSchedule
}

/** The reviews by account id, as last received from main. `review-actions.ts` has the requests that change them. */
export const useReviews = defineStore('reviews', () => {
  const shown = shallowReactive(new Map<string, ShownReview>())

  function applyUpdate({ accountId, review, items, isWhole, earlier, schedule }: ReviewUpdate): void {
    const known = isWhole ? [] : (shown.get(accountId)?.items ?? [])
    const changed = items.map((item): [number, ReviewItem] => [item.key, item])
    shown.set(accountId, { review, earlier, schedule, items: new Map([...known, ...changed]) })
  }

  on('review:changed', applyUpdate)

  /** Loads the review of an account; updates follow as events. Returns why it failed, or null. */
  async function open(accountId: string): Promise<RequestError | null> {
    const answer = await invoke('review:get', { accountId })
    if (!answer.ok) return answer.failure
    applyUpdate(answer.value)
    return null
  }

  /** A session in the shown review, if that has it. */
  const itemOf = (accountId: string, { key }: Pick<DeviceSession, 'key'>): ReviewItem | undefined =>
    shown.get(accountId)?.items.get(key)

  /** The latest decision on a session, or null. */
  function decisionOn(accountId: string, session: Pick<DeviceSession, 'key'>): DatedDecision | null {
    const item = itemOf(accountId, session)
    return item && !item.isCurrent ? (item.decided ?? item.earlier) : null
  }

  return { shown, open, itemOf, decisionOn }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useReviews, import.meta.hot))
