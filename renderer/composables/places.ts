import { onUnmounted } from 'vue'
import type { Router } from 'vue-router'
import { ask, on } from '../bridge.ts'
import { useDesk } from '../stores/desk.ts'

/** Goes where a click in the tray or on a notification leads, at the start or later. */
export function usePlaces(router: Router): void {
  const desk = useDesk()

  async function take(): Promise<void> {
    const answer = await ask('place:take')
    if (!answer.ok || answer.value === null) return
    const { page, accountId, sessionId } = answer.value
    await router.isReady()
    if (accountId !== null && accountId !== desk.desk.shownAccountId) {
      const shown = await ask('account:show', { accountId })
      if (!shown.ok) return
      await desk.reload()
    }
    await router.push({ name: page, query: sessionId === null ? {} : { session: sessionId } })
  }

  onUnmounted(on('place:arrived', () => void take()))
  void take()
}
