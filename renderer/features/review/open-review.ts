import { computed, watch } from 'vue'
import { useAppStore } from '../../lib/app-state.ts'
import { useReviews } from './reviews.ts'

/** The open review of the shown account, or null while it has no decision. Loads the account's review once its list is loaded. */
export function useOpenReview(isListed: () => boolean) {
  const app = useAppStore()
  const reviews = useReviews()
  watch([() => app.accountId, isListed], ([id, listed]) => listed && void reviews.open(id), {
    immediate: true,
  })
  return computed(() => {
    const review = reviews.shown.get(app.accountId)?.review
    return review?.finishedAt === null && review.isStarted ? review : null
  })
}
