import type { ChipContext } from '../../../electron/shared/needs-you.ts'
import { useReviews } from '../review/reviews.ts'
import { useSessions } from '../session-list/session-lists.ts'

/** Returns a function for what the chips depend on in an account; `now` is epoch ms by this computer's clock. */
export function useChipContext(now: () => number): (accountId: string) => ChipContext {
  const sessions = useSessions()
  const reviews = useReviews()
  return (accountId) => ({
    now: now() + (sessions.lists.get(accountId)?.skew ?? 0),
    schedule: reviews.shown.get(accountId)?.schedule ?? null,
  })
}
