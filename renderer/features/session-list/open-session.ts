import { useRouter } from 'vue-router'
import { useListView, type RequestedSession } from './list-view.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useAccountSwitch } from '../../lib/account-switch.ts'

/** A session that is shown. */
interface OpenedSession extends Omit<RequestedSession, 'to'> {
  /** Activity shows its entries alone; missing, all. */
  name?: string | undefined
}

/**
 * Returns a function that shows a session of any account: focuses its row, also where the list of all accounts is shown, opens its
 * details, or opens its account's Activity.
 */
export function useOpenSession() {
  const router = useRouter()
  const app = useAppStore()
  const listView = useListView()
  const { show } = useAccountSwitch()

  return async (to: RequestedSession['to'] | 'activity', { accountId, key, name }: OpenedSession) => {
    const isInAll = to === 'row' && router.currentRoute.value.name === 'allAccounts'
    if (isInAll && listView.accountId !== accountId) listView.accountId = null
    if (!isInAll && app.account?.id !== accountId) {
      await show(accountId)
      await app.reload()
      // The person stays on a page with unsaved changes.
      if (app.account?.id !== accountId) return
    }
    if (to === 'activity') {
      const query = name === undefined ? {} : { session: key, name }
      await router.push({ name: 'activity', query })
    } else {
      if (!isInAll) await router.push({ name: 'sessions' })
      listView.requested = { accountId, key, to }
    }
  }
}
