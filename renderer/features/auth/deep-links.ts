import { onUnmounted } from 'vue'
import type { Router } from 'vue-router'
import { invoke, on } from '../../../electron/shared/bridge.ts'
import { useAuthFlow } from './auth-flow.ts'

/** Opens the prefilled reset form for a recovery link, at start-up or later. Back returns to the previous page. */
export function useDeepLinks(router: Router): void {
  const authFlow = useAuthFlow()

  async function take(): Promise<void> {
    const answer = await invoke('deepLink:take')
    if (!answer.ok || answer.value === null) return
    authFlow.link = answer.value
    // Waits for the first page, so that Back returns to it.
    await router.isReady()
    if (router.currentRoute.value.name !== 'reset') await router.push({ name: 'reset' })
  }

  onUnmounted(on('deepLink:received', () => void take()))
  void take()
}
