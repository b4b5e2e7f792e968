import type { Account } from '../../electron/contract/models.ts'
import { useDesk } from '../stores/desk.ts'
import { useLeaving } from '../stores/leaving.ts'
import { useToasts } from '../stores/toasts.ts'

/** Leaves an account by one of the desk's ways, and says on this screen what the next one will not. */
export function useDeparture() {
  const desk = useDesk()
  const toasts = useToasts()
  const page = useLeaving()

  return async (account: Account, way: 'signOut' | 'signOutEverywhere'): Promise<void> => {
    if (desk.signingOut || !(await page.mayLeave())) return
    const subject = `signOut ${account.id}` as const
    const answer = await desk[way](account)
    if (!answer.ok) {
      toasts.add(subject, { kind: 'signOutFailed', name: account.user.name, failure: answer.failure })
      return
    }
    // With the account goes what failed about it.
    toasts.takeBackFailures((one) => one.split(' ')[1] === account.id)
    if (desk.signedIn && desk.farewell) {
      // Another account takes this one's place: the frame stays, and says it.
      toasts.add(subject, { kind: 'signedOut', farewell: desk.farewell })
      desk.farewell = null
    }
  }
}
