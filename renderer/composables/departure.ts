import type { Account } from '../../electron/contract/models.ts'
import { useAppStore } from '../stores/app.ts'
import { useLeaving } from '../stores/leaving.ts'
import { useToasts } from '../stores/toasts.ts'

/** Leaves an account by one of the desk's ways, and says on this screen what the next one will not. */
export function useDeparture() {
  const app = useAppStore()
  const toasts = useToasts()
  const page = useLeaving()

  return async (account: Account, way: 'signOut' | 'signOutEverywhere'): Promise<void> => {
    if (app.signingOut || !(await page.mayLeave())) return
    const subject = `signOut ${account.id}` as const
    const answer = await app[way](account)
    if (!answer.ok) {
      toasts.add(subject, { kind: 'signOutFailed', name: account.user.name, failure: answer.failure })
      return
    }
    // With the account goes what failed about it.
    toasts.takeBackFailures((one) => one.split(' ')[1] === account.id)
    if (app.signedIn && app.farewell) {
      // Another account takes this one's place: the frame stays, and says it.
      toasts.add(subject, { kind: 'signedOut', farewell: app.farewell })
      app.farewell = null
    }
  }
}
