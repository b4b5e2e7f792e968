import { onUnmounted } from 'vue'
import type { Router } from 'vue-router'
import { invoke, on } from '../../electron/shared/bridge.ts'
import { useAccountSwitch } from '../lib/account-switch.ts'

/** Navigates to the target of a click in the tray or on a notification, at start-up or later. */
export function usePendingNavigation(router: Router): void {
  const { show } = useAccountSwitch()

  async function take(): Promise<void> {
    const answer = await invoke('navigation:take')
    // Loaded when needed: most starts have no target.
    if (!answer.ok || answer.value === null) return
    const { openTarget } = await import('./open-target.ts')
    await openTarget(answer.value, router, show)
  }

  onUnmounted(on('navigation:requested', () => void take()))
  void take()
}
