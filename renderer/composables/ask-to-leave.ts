import { onScopeDispose, shallowRef } from 'vue'
import { useAppStore } from '../stores/app.ts'
import { useLeaving } from '../stores/leaving.ts'

/** Asks before a page with something unsaved is left, by a link or for another account; `asking` while it does. */
export function useAskToLeave(isUnsaved: () => boolean) {
  const app = useAppStore()
  const leaving = useLeaving()
  const asking = shallowRef<((leaves: boolean) => void) | null>(null)
  const accountId = app.account?.id

  function mayLeave(): boolean | Promise<boolean> {
    // Signed out, there is nowhere to save it, and nothing to ask.
    const isHere = app.signedIn && app.account?.id === accountId
    if (!isHere || !isUnsaved()) return true
    asking.value?.(false)
    return new Promise((resolve) => (asking.value = resolve))
  }
  function answer(leaves: boolean): void {
    asking.value?.(leaves)
    asking.value = null
  }

  onScopeDispose(leaving.hold(mayLeave))
  onScopeDispose(() => answer(true))
  return { asking, answer }
}
