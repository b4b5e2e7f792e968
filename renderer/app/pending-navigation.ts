import { onUnmounted } from 'vue'
import type { Router } from 'vue-router'
import { invoke, on } from '../../electron/shared/bridge.ts'
import { useListView } from '../features/session-list/list-view.ts'
import { useAppStore } from '../lib/app-state.ts'
import { useAccountSwitch } from '../lib/account-switch.ts'

/** Navigates to the target of a click in the tray or on a notification, at start-up or later. */
export function usePendingNavigation(router: Router): void {
  const app = useAppStore()
  const listView = useListView()
  const { show } = useAccountSwitch()

  async function take(): Promise<void> {
    const answer = await invoke('navigation:take')
    if (!answer.ok || answer.value === null) return
    const { page, accountId, sessionId } = answer.value
    await router.isReady()
    if (accountId !== null && accountId !== app.account?.id) {
      await show(accountId)
      await app.reload()
      // The person stays on a page with unsaved changes.
      if (app.account?.id !== accountId) return
    }
    listView.pendingFocusId = sessionId
    await router.push({ name: page })
  }

  onUnmounted(on('navigation:requested', () => void take()))
  void take()
}
