import { nextTick, watch } from 'vue'
import type { Router } from 'vue-router'
import type { NavigationTarget } from '../../electron/shared/navigation.ts'
import { useBulkRevocation } from '../features/revocation/bulk-revocation.ts'
import { useListView } from '../features/session-list/list-view.ts'
import { useSessions } from '../features/session-list/session-lists.ts'
import { useAppStore } from '../lib/app-state.ts'

/** Opens the page of a target, in its account, which `show` selects; asks whether to end its session if it says so. */
export async function openTarget(
  { page, accountId, key, asksToEnd }: NavigationTarget,
  router: Router,
  show: (accountId: string) => Promise<void>,
): Promise<void> {
  const app = useAppStore()
  const listView = useListView()
  await router.isReady()
  if (accountId !== null && accountId !== app.account?.id) {
    await show(accountId)
    await app.reload()
    // The person stays on a page with unsaved changes.
    if (app.account?.id !== accountId) return
  }
  await router.push({ name: page })
  listView.requested = key === null ? null : { accountId: app.accountId, key, to: 'row' }
  if (asksToEnd && key !== null) askToEnd(app.accountId, key, router)
}

/**
 * Asks whether to end a session once its row has the focus, unless it is gone or the person has gone elsewhere. The end that
 * is confirmed begins as that of its row, and can be undone in the dock.
 */
function askToEnd(accountId: string, key: number, router: Router): void {
  const app = useAppStore()
  const listView = useListView()
  const sessions = useSessions()
  const { confirmOne } = useBulkRevocation()
  const isHere = (): boolean => router.currentRoute.value.name === 'sessions' && app.accountId === accountId
  const stop = watch(
    () => (isHere() ? listView.requested : 'elsewhere'),
    async (requested) => {
      if (requested !== 'elsewhere' && requested?.key === key) return
      // After the row has the focus, which comes back to it from the question.
      await nextTick()
      stop()
      const session = sessions.lists.get(accountId)?.sessions?.find((row) => row.key === key)
      if (requested === null && session) confirmOne(accountId, session)
    },
    { immediate: true, flush: 'post' },
  )
}
