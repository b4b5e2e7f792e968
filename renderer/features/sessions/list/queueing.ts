import { isUnreachable } from '../../../../electron/shared/failure.ts'
import { canReach } from '../../../../electron/shared/loopback.ts'
import { useAppStore } from '../../../lib/app-state.ts'
import { useSessions } from './session-lists.ts'

/** Returns a function that says whether an account's service cannot be reached, so that ends are queued. */
export function useQueueing(): (accountId: string) => boolean {
  const app = useAppStore()
  const sessions = useSessions()
  return (accountId) => {
    const list = sessions.lists.get(accountId)
    if (!list?.sessions) return false
    const account = app.state.accounts.find(({ id }) => id === accountId)
    const isReachable = canReach(account?.baseUrl ?? '', app.state.online)
    return !list.isLive || !isReachable || (list.failure !== null && isUnreachable(list.failure))
  }
}
