import type { Account } from '../../electron/contract/account.ts'
import { useRevocations } from '../stores/revocations.ts'
import { useOverlays, type AccountExit } from '../stores/overlays.ts'
import { useSignOut } from './sign-out.ts'

/** Signs an account out at once, or calls `open` with a confirmation while sessions are still to be ended. */
export function useConfirmSignOut() {
  const revocations = useRevocations()
  const overlays = useOverlays()
  const signOut = useSignOut()

  return (account: Account, open: (exit: AccountExit) => void = overlays.open): void => {
    if (revocations.unsentCount(account.id) > 0) open({ kind: 'signOut', account })
    else void signOut(account, 'signOut')
  }
}
