import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import {
  identityOf,
  type DatedDecision,
  type Decision,
  type ReportFormat,
  type ReviewDays,
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

/** The reviews by account id, as last received from main. */
export const useReviews = defineStore('reviews', () => {
  const shown = shallowReactive(new Map<string, ShownReview>())
  /** The open reviews that the person began or continued in this window, by account id: when each began. */
  const continued = shallowReactive(new Map<string, number>())
  /** Why the last request failed. */
  const failure = shallowRef<RequestError | null>(null)

  function applyUpdate({ accountId, review, items, schedule }: ReviewUpdate): void {
    const before = shown.get(accountId)
    const isSame = review !== null && before?.review?.startedAt === review.startedAt
    const changed = items.map((item): [number, ReviewItem] => [item.key, item])
    shown.set(accountId, {
      review,
      schedule,
      items: new Map([...(isSame ? before.items : []), ...changed]),
    })
  }

  on('review:changed', applyUpdate)

  /** Runs a request, and keeps why it failed; returns whether it succeeded. */
  async function send(
    request: Promise<{ ok: true } | { ok: false; failure: RequestError }>,
  ): Promise<boolean> {
    const answer = await request
    failure.value = answer.ok ? null : answer.failure
    return answer.ok
  }

  /** Loads the review of an account; updates follow as events. */
  async function open(accountId: string): Promise<void> {
    const answer = await invoke('review:get', { accountId })
    if (answer.ok) applyUpdate(answer.value)
    else failure.value = answer.failure
  }

  function goOn(accountId: string): void {
    const startedAt = shown.get(accountId)?.review?.startedAt
    if (startedAt !== undefined) continued.set(accountId, startedAt)
  }

  /** Starts a review of the current list. */
  async function begin(accountId: string): Promise<void> {
    if (await send(invoke('review:start', { accountId }))) {
      await open(accountId)
      goOn(accountId)
    }
  }

  /** Stores a decision; returns whether main has it. */
  function decide(accountId: string, keys: number[], decision: Decision): Promise<boolean> {
    const startedAt = shown.get(accountId)?.review?.startedAt ?? 0
    return send(invoke('review:decide', { accountId, startedAt, keys, decision }))
  }

  const undo = (accountId: string): Promise<boolean> => send(invoke('review:undo', { accountId }))
  const finish = (accountId: string, sessions: SessionIdentity[]): Promise<boolean> =>
    send(invoke('review:finish', { accountId, sessions }))
  const discard = (accountId: string): Promise<boolean> => send(invoke('review:discard', { accountId }))
  const schedule = (accountId: string, days: ReviewDays | null): Promise<boolean> =>
    send(invoke('review:schedule', { accountId, days }))

  /** Saves the report; returns whether a file was written. */
  async function saveReport(accountId: string, format: ReportFormat): Promise<boolean> {
    const answer = await invoke('review:saveReport', { accountId, format })
    failure.value = answer.ok ? null : answer.failure
    return answer.ok && answer.value.saved
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

  return {
    shown,
    continued,
    failure,
    open,
    goOn,
    begin,
    decide,
    undo,
    finish,
    discard,
    schedule,
    saveReport,
    markOf,
  }
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
