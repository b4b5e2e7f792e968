import { computed, watch } from 'vue'
import { useAppStore } from '../../lib/app-state.ts'
import { useSessions } from '../session-list/session-lists.ts'
import { useReviewActions } from './review-actions.ts'
import { useReviews } from './reviews.ts'

/**
 * The review of the shown account. Starts one where the account has none, or the next one is due, once the list of sessions is
 * there, which a review starts with.
 */
export function useCurrentReview() {
  const app = useAppStore()
  const sessions = useSessions()
  const reviews = useReviews()
  const actions = useReviewActions()

  const list = computed(() => sessions.lists.get(app.accountId))
  const isListed = computed(() => (list.value?.sessions ?? null) !== null)
  const shown = computed(() => reviews.shown.get(app.accountId))
  const review = computed(() => shown.value?.review ?? null)
  const isOpen = computed(() => review.value?.finishedAt === null)
  /** Whether the person started or continued it in this window. */
  const isResumed = computed(() => actions.resumed.get(app.accountId) === review.value?.startedAt)

  async function enter(): Promise<void> {
    // The account can be removed while this page is open.
    if (!app.accountId) return
    await actions.open(app.accountId)
    await startIfNeeded()
  }
  async function startIfNeeded(): Promise<void> {
    const known = shown.value
    if (!known || !isListed.value || (known.review && !known.schedule.isDue)) return
    await actions.begin(app.accountId)
  }
  watch(() => app.accountId, enter, { immediate: true })
  watch(isListed, startIfNeeded)

  return { list, isListed, shown, review, isOpen, isResumed }
}
