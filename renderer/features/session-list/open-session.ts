import { useRouter } from 'vue-router'
import { useListView } from './list-view.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useAccountSwitch } from '../../lib/account-switch.ts'

/** Returns a function that shows a session of any account in the list, and focuses its row or opens its details. */
export function useOpenSession(
  to: 'row' | 'details' = 'row',
): (accountId: string, key: number) => Promise<void> {
  const router = useRouter()
  const app = useAppStore()
  const listView = useListView()
  const { show } = useAccountSwitch()

  return async (accountId, key) => {
    if (app.account?.id !== accountId) await show(accountId)
    // The person stays on a page with unsaved changes.
    if (app.account?.id !== accountId) return
    if (to === 'row') listView.pendingFocusKey = key
    else listView.pendingDetailsKey = key
    await router.push({ name: 'sessions' })
  }
}
