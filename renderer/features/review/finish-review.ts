import { useBulkRevocation } from '../revocation/bulk-revocation.ts'
import { useReviewActions } from './review-actions.ts'
import { useReviews } from './reviews.ts'

/**
 * Returns the function that finishes the open review of an account. It opens a confirmation first if the review ends sessions,
 * and ends exactly those that the confirmation lists.
 */
export function useFinishReview(): (accountId: string) => void {
  const reviews = useReviews()
  const actions = useReviewActions()
  const { confirm } = useBulkRevocation()

  return (accountId) => {
    const items = [...(reviews.shown.get(accountId)?.items.values() ?? [])]
    const sessions = items.filter(({ decided }) => decided?.decision === 'notMine')
    const asks = confirm([{ accountId, sessions }], (confirmed) => actions.finish(accountId, confirmed))
    // Main says why it ends none that cannot be ended.
    if (!asks) void actions.finish(accountId, [])
  }
}
