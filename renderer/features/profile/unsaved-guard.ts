import { onScopeDispose, shallowRef } from 'vue'
import { useAppStore } from '../../lib/app-state.ts'
import { useNavigationGuard } from '../../lib/navigation-guard.ts'

/**
 * Asks before navigation or another account leaves a page with unsaved changes. `asking` is set while the question is open, and
 * `answer` answers it.
 */
export function useUnsavedGuard(isUnsaved: () => boolean) {
  const app = useAppStore()
  const guard = useNavigationGuard()
  const asking = shallowRef<((leaves: boolean) => void) | null>(null)
  const accountId = app.account?.id

  function mayLeave(): boolean | Promise<boolean> {
    // A signed-out account cannot save anything.
    const isHere = app.signedIn && app.account?.id === accountId
    if (!isHere || !isUnsaved()) return true
    asking.value?.(false)
    return new Promise((resolve) => (asking.value = resolve))
  }
  function answer(leaves: boolean): void {
    asking.value?.(leaves)
    asking.value = null
  }

  onScopeDispose(guard.register(mayLeave))
  onScopeDispose(() => answer(true))
  return { asking, answer }
}
