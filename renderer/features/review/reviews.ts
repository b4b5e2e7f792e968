import { Check, CircleQuestionMark, OctagonX } from '@lucide/vue'
import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowReactive, shallowRef, type Component } from 'vue'
import {
  type DatedDecision,
  type Decision,
  type ReportFormat,
  type ReviewDays,
  type ReviewItem,
  type ReviewSchedule,
  type ReviewSummary,
  type ReviewUpdate,
} from '../../../electron/shared/review.ts'
import type { Result } from '../../../electron/shared/result.ts'
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

/** The reviews by account id, as last received from main. */
export const useReviews = defineStore('reviews', () => {
  const shown = shallowReactive(new Map<string, ShownReview>())

  function applyUpdate({ accountId, review, items, isWhole, earlier, schedule }: ReviewUpdate): void {
    const known = isWhole ? [] : (shown.get(accountId)?.items ?? [])
    const changed = items.map((item): [number, ReviewItem] => [item.key, item])
    shown.set(accountId, { review, earlier, schedule, items: new Map([...known, ...changed]) })
  }

  on('review:changed', applyUpdate)

  /** Why the last request failed; null after a success. */
  const failure = shallowRef<RequestError | null>(null)

  async function send<Value>(request: Promise<Result<Value, RequestError>>) {
    const answer = await request
    failure.value = answer.ok ? null : answer.failure
    return answer
  }

  /** Loads the review of an account; updates follow as events. */
  async function open(accountId: string): Promise<void> {
    const answer = await send(invoke('review:get', { accountId }))
    if (answer.ok) applyUpdate(answer.value)
  }

  /** A session in the shown review, if that has it. */
  const itemOf = (accountId: string, { key }: Pick<DeviceSession, 'key'>): ReviewItem | undefined =>
    shown.get(accountId)?.items.get(key)

  /** The latest decision on a session, or null. */
  function decisionOn(accountId: string, session: Pick<DeviceSession, 'key'>): DatedDecision | null {
    const item = itemOf(accountId, session)
    return item && !item.isCurrent ? (item.decided ?? item.earlier) : null
  }

  /** Starts a review of the current list. */
  async function begin(accountId: string): Promise<void> {
    const answer = await send(invoke('review:start', { accountId }))
    if (answer.ok) await open(accountId)
  }

  /** Stores one decision on several items. */
  function decide(accountId: string, keys: number[], decision: Decision) {
    const startedAt = shown.get(accountId)?.review?.startedAt ?? 0
    return send(invoke('review:decide', { accountId, startedAt, keys, decision }))
  }

  const undo = (accountId: string) => send(invoke('review:undo', { accountId }))
  const finish = (accountId: string, keys: number[]) => send(invoke('review:finish', { accountId, keys }))
  const schedule = (accountId: string, days: ReviewDays | null) =>
    send(invoke('review:schedule', { accountId, days }))

  /** Forgets a review that was shown and has no decision, as the person leaves it. */
  async function leave(accountId: string): Promise<void> {
    const isShown = shown.get(accountId)?.review?.isStarted === false
    if (isShown) await invoke('review:discard', { accountId })
  }

  /** Saves the report of the review that was finished then; returns whether a file was written. */
  async function saveReport(accountId: string, format: ReportFormat, finishedAt: number): Promise<boolean> {
    const answer = await send(invoke('review:saveReport', { accountId, format, finishedAt }))
    return answer.ok && answer.value.saved
  }

  const requests = { open, begin, decide, undo, finish, leave, schedule, saveReport }
  return { shown, failure, itemOf, decisionOn, ...requests }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useReviews, import.meta.hot))
