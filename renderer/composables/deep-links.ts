import { onUnmounted } from 'vue'
import type { Router } from 'vue-router'
import { invoke, on } from '../bridge.ts'
import { useAuthFlow } from '../stores/auth-flow.ts'

/** Shows the reset form, filled in, for a link that was opened, at the start or later; the way back leads to where people were. */
export function useDeepLinks(router: Router): void {
  const authFlow = useAuthFlow()

  async function take(): Promise<void> {
    const answer = await invoke('link:take')
    if (!answer.ok || answer.value === null) return
    authFlow.link = answer.value
    // The page that would have been first is where the way back leads.
    await router.isReady()
    if (router.currentRoute.value.name !== 'reset') await router.push({ name: 'reset' })
  }

  onUnmounted(on('link:arrived', () => void take()))
  void take()
}
