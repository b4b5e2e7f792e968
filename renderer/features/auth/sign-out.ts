import type { Account } from '../../../electron/shared/account.ts'
import { invoke } from '../../../electron/shared/bridge.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useNavigationGuard } from '../../lib/navigation-guard.ts'
import { useOverlays } from '../../lib/overlays.ts'
import { leftBehind } from './end-first.ts'
import { useAuthFlow } from './auth-flow.ts'
import { useToasts } from '../../lib/toasts.ts'

/**
 * Returns a function that signs an account out on this device, or its user on all devices. Shows the result in a message unless the
 * sign-in screen follows, which shows it itself.
 */
export function useSignOut() {
  const app = useAppStore()
  const authFlow = useAuthFlow()
  const toasts = useToasts()
  const guard = useNavigationGuard()

  return async ({ id: accountId, user: { name } }: Account, scope: 'signOut' | 'signOutEverywhere') => {
    if (authFlow.signingOut || !(await guard.mayLeave())) return
    const subject = `signOut ${accountId}` as const
    authFlow.signingOut = true
    const answer = await invoke(`account:${scope}`, { accountId })
    const everywhere = scope === 'signOutEverywhere' && ({ service: 'everywhere' } as const)
    if (answer.ok) authFlow.signOutResult = { name, ...answer.value, ...everywhere }
    await app.reload()
    authFlow.signingOut = false
    if (!answer.ok) return toasts.add(subject, { kind: 'signOutFailed', name, failure: answer.failure })
    // Earlier failures of a signed-out account no longer matter.
    toasts.removeFailures((one) => one.split(' ')[1] === accountId)
    if (app.signedIn && authFlow.signOutResult) {
      // Another account is shown now, so no sign-in screen follows.
      toasts.add(subject, { kind: 'signedOut', result: authFlow.signOutResult })
      authFlow.signOutResult = null
    }
  }
}

/** Returns a function that signs an account out, or asks first if ends of sessions still wait. */
export function useConfirmSignOut() {
  const overlays = useOverlays()
  const leave = useSignOut()

  return (account: Account): void => {
    if (leftBehind(account.id).length > 0) overlays.open({ kind: 'signOut', account })
    else void leave(account, 'signOut')
  }
}
