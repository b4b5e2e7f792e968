import { computed, onUnmounted, watch } from 'vue'
import { useAppStore } from '../../lib/app-state.ts'
import { useSessions } from '../session-list/session-lists.ts'
import { useReviewActions } from './review-actions.ts'
import { useReviews } from './reviews.ts'

/**
 * The review of the shown account: an open one goes on. Shows a new one where the account has none, or the next one is due, once the
 * list of sessions is there. Its first decision starts it; the person may leave before, and nothing is kept.
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

  async function enter(): Promise<void> {
    // The account can be removed while this page is open.
    if (!app.accountId) return
    await actions.open(app.accountId)
    // An earlier window may have been closed over one that has no decision.
    if (review.value?.isStarted === false) await actions.discard(app.accountId)
    await startIfNeeded()
  }
  async function startIfNeeded(): Promise<void> {
    const known = shown.value
    if (!known || !isListed.value || (known.review && !known.schedule.isDue)) return
    await actions.begin(app.accountId)
  }
  function leave(accountId: string): void {
    if (app.state.accounts.some(({ id }) => id === accountId)) actions.leave(accountId)
  }
  watch(() => app.accountId, enter, { immediate: true })
  watch(
    () => app.accountId,
    (_, before) => leave(before),
  )
  onUnmounted(() => leave(app.accountId))
  watch(isListed, startIfNeeded)

  return { list, isListed, shown, review, isOpen }
}
