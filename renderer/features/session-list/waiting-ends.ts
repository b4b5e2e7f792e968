import { isUnreachable } from '../../../electron/shared/failure.ts'
import { canReach } from '../../../electron/shared/loopback.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { listState, type ListState } from './list-state.ts'
import { useSessions } from './session-lists.ts'

/** Returns a function that says whether this computer has a network that may lead to an account's service. */
export function useReachable(): (accountId: string) => boolean {
  const app = useAppStore()
  return (accountId) => {
    const account = app.state.accounts.find(({ id }) => id === accountId)
    return canReach(account?.baseUrl ?? '', app.state.online)
  }
}

/** Returns a function for the state of an account's list at `now`, epoch ms by this computer's clock. */
export function useListState(now: () => number): (accountId: string) => ListState {
  const app = useAppStore()
  const sessions = useSessions()
  const isReachable = useReachable()
  return (id) => {
    // Main checks accounts that are not active at the interval of the tray.
    const interval = id === app.accountId ? app.state.settings.pollInterval : '5min'
    return listState(sessions.lists.get(id), sessions.failures.get(id), isReachable(id), now(), interval)
  }
}

/** Returns a function that says whether an account's service cannot be reached, so that ends wait. */
export function useEndsWait(): (accountId: string) => boolean {
  const sessions = useSessions()
  const isReachable = useReachable()
  return (accountId) => {
    const list = sessions.lists.get(accountId)
    if (!list?.sessions) return false
    return !list.isLive || !isReachable(accountId) || (list.failure !== null && isUnreachable(list.failure))
  }
}
