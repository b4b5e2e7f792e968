import { useBulkRevocation } from '../revocation/bulk-revocation.ts'
import { useSessions } from '../session-list/session-lists.ts'
import { useReviewActions } from './review-actions.ts'
import { useReviews } from './reviews.ts'

/**
 * Returns the function that finishes the open review of an account. It opens a confirmation first if the review ends sessions,
 * and ends exactly those that the confirmation lists.
 */
export function useFinishReview(): (accountId: string) => void {
  const reviews = useReviews()
  const actions = useReviewActions()
  const sessions = useSessions()
  const { confirm } = useBulkRevocation()

  return (accountId) => {
    const items = [...(reviews.shown.get(accountId)?.items.values() ?? [])]
    const notMine = new Set(
      items
        .filter(({ decided, isCurrent }) => decided?.decision === 'notMine' && !isCurrent)
        .map(({ key }) => key),
    )
    const chosen = (sessions.lists.get(accountId)?.sessions ?? []).filter(({ key }) => notMine.has(key))
    if (chosen.length === 0) void actions.finish(accountId, [])
    else confirm(accountId, chosen, (confirmed) => actions.finish(accountId, confirmed))
  }
}
