import { useRouter } from 'vue-router'
import { useListView } from './list-view.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useAccountSwitch } from '../../lib/account-switch.ts'

/** Returns a function that shows a session of any account in the list, and focuses its row or opens its details. */
export function useOpenSession(
  to: 'row' | 'details' = 'row',
): (accountId: string, sessionId: number) => Promise<void> {
  const router = useRouter()
  const app = useAppStore()
  const listView = useListView()
  const { show } = useAccountSwitch()

  return async (accountId, sessionId) => {
    if (app.account?.id !== accountId) await show(accountId)
    // The person stays on a page with unsaved changes.
    if (app.account?.id !== accountId) return
    if (to === 'row') listView.pendingFocusId = sessionId
    else listView.pendingDetailsId = sessionId
    await router.push({ name: 'sessions' })
  }
}
