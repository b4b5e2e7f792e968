import type { Account } from '../../../electron/shared/account.ts'
import type { Result } from '../../../electron/shared/result.ts'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useNavigationGuard } from '../../lib/navigation-guard.ts'
import { useOverlays } from '../../lib/overlays.ts'
import { leftBehind } from './end-first.ts'
import { useAuthFlow } from './auth-flow.ts'
import { useToasts } from '../../lib/toasts.ts'

/** Signs an account out on this device, or its user on all devices. Leaves the result in the flow. */
export async function signOut(
  { id: accountId, user }: Account,
  scope: 'signOut' | 'signOutEverywhere',
): Promise<Result<unknown, RequestError>> {
  const authFlow = useAuthFlow()
  authFlow.signingOut = true
  const answer = await invoke(`account:${scope}`, { accountId })
  const isEverywhere = scope === 'signOutEverywhere'
  if (answer.ok)
    authFlow.signOutResult = {
      name: user.name,
      ...answer.value,
      ...(isEverywhere ? { service: 'everywhere' } : {}),
    }
  await useAppStore().reload()
  authFlow.signingOut = false
  return answer
}

/**
 * Returns a function that signs an account out, on this device or everywhere. Shows the result in a message unless the sign-in
 * screen follows, which shows it itself.
 */
export function useSignOut() {
  const app = useAppStore()
  const authFlow = useAuthFlow()
  const toasts = useToasts()
  const guard = useNavigationGuard()

  return async (account: Account, scope: 'signOut' | 'signOutEverywhere'): Promise<void> => {
    if (authFlow.signingOut || !(await guard.mayLeave())) return
    const subject = `signOut ${account.id}` as const
    const answer = await signOut(account, scope)
    if (!answer.ok) {
      toasts.add(subject, { kind: 'signOutFailed', name: account.user.name, failure: answer.failure })
      return
    }
    // Earlier failures of a signed-out account no longer matter.
    toasts.removeFailures((one) => one.split(' ')[1] === account.id)
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
