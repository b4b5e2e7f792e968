import { onUnmounted } from 'vue'
import type { Router } from 'vue-router'
import { ask, on } from '../bridge.ts'
import { useBrowsing } from '../stores/browsing.ts'
import { useDesk } from '../stores/desk.ts'
import { useAccountSwitch } from './account-switch.ts'

/** Goes where a click in the tray or on a notification leads, at the start or later. */
export function usePlaces(router: Router): void {
  const desk = useDesk()
  const browsing = useBrowsing()
  const { show } = useAccountSwitch()

  async function take(): Promise<void> {
    const answer = await ask('place:take')
    if (!answer.ok || answer.value === null) return
    const { page, accountId, sessionId } = answer.value
    await router.isReady()
    if (accountId !== null && accountId !== desk.account?.id) {
      await show(accountId)
      await desk.reload()
      // Something unsaved kept the person where they are.
      if (desk.account?.id !== accountId) return
    }
    browsing.wanted = sessionId
    await router.push({ name: page })
  }

  onUnmounted(on('place:arrived', () => void take()))
  void take()
}
