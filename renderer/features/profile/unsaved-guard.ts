import { onScopeDispose, shallowRef, watch } from 'vue'
import { useAppStore } from '../../lib/app-state.ts'
import { useNavigationGuard } from '../../lib/navigation-guard.ts'

/**
 * Asks before navigation or another account leaves a page with unsaved changes. `asking` is set while the question is open, and
 * `answer` answers it; with a promise the question closes, and what asked waits.
 */
export function useUnsavedGuard(isUnsaved: () => boolean) {
  const app = useAppStore()
  const guard = useNavigationGuard()
  const asking = shallowRef<((leaves: boolean | Promise<boolean>) => void) | null>(null)
  const accountId = app.account?.id

  function mayLeave(): boolean | Promise<boolean> {
    // A signed-out account cannot save anything.
    const isHere = app.signedIn && app.account?.id === accountId
    if (!isHere || !isUnsaved()) return true
    asking.value?.(false)
    return new Promise((resolve) => (asking.value = resolve))
  }
  function answer(leaves: boolean | Promise<boolean>): void {
    asking.value?.(leaves)
    asking.value = null
  }
  // Saved while it was asked: nothing is left to ask about.
  watch(isUnsaved, (isStill) => isStill || answer(true))

  onScopeDispose(guard.register(mayLeave))
  onScopeDispose(() => answer(true))
  return { asking, answer }
}
