import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Decision, ReportFormat, ReviewDays } from '../../../electron/shared/review.ts'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { useReviews } from './reviews.ts'

/** The requests that change reviews. Those that return a boolean resolve to whether main carried them out. */
export const useReviewActions = defineStore('reviewActions', () => {
  const reviews = useReviews()
  /** Why the last request failed; null after a success. */
  const failure = shallowRef<RequestError | null>(null)

  async function send(
    request: Promise<{ ok: true } | { ok: false; failure: RequestError }>,
  ): Promise<boolean> {
    const answer = await request
    failure.value = answer.ok ? null : answer.failure
    return answer.ok
  }

  /** Loads the review of an account. */
  async function open(accountId: string): Promise<void> {
    failure.value = await reviews.open(accountId)
  }

  /** Starts a review of the current list. */
  async function begin(accountId: string): Promise<void> {
    if (await send(invoke('review:start', { accountId }))) await open(accountId)
  }

  /** Stores one decision on several items. */
  function decide(accountId: string, keys: number[], decision: Decision): Promise<boolean> {
    const startedAt = reviews.shown.get(accountId)?.review?.startedAt ?? 0
    return send(invoke('review:decide', { accountId, startedAt, keys, decision }))
  }

  const undo = (accountId: string): Promise<boolean> => send(invoke('review:undo', { accountId }))
  const finish = (accountId: string, keys: number[]): Promise<boolean> =>
    send(invoke('review:finish', { accountId, keys }))
  const schedule = (accountId: string, days: ReviewDays | null): Promise<boolean> =>
    send(invoke('review:schedule', { accountId, days }))

  /** Forgets a review that was shown and has no decision, as the person leaves it. */
  async function leave(accountId: string): Promise<void> {
    const isShown = reviews.shown.get(accountId)?.review?.isStarted === false
    if (isShown) await invoke('review:discard', { accountId })
  }

  /** Saves the report of the review that was finished then; returns whether a file was written. */
  async function saveReport(accountId: string, format: ReportFormat, finishedAt: number): Promise<boolean> {
    const answer = await invoke('review:saveReport', { accountId, format, finishedAt })
    failure.value = answer.ok ? null : answer.failure
    return answer.ok && answer.value.saved
  }

  return { failure, open, begin, decide, undo, finish, leave, schedule, saveReport }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useReviewActions, import.meta.hot))
