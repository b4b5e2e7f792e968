import type { Account } from '../../electron/contract/models.ts'
import { useEndings } from '../stores/endings.ts'
import { useLayers, type Leaving } from '../stores/layers.ts'
import { useDeparture } from './departure.ts'

/** Starting a sign-out: at once, or with the question that `open` shows where it would lose what was asked for. */
export function useConfirmedSignOut() {
  const endings = useEndings()
  const layers = useLayers()
  const leave = useDeparture()

  return (account: Account, open: (question: Leaving) => void = layers.open): void => {
    if (endings.unsentCount(account.id) > 0) open({ way: 'signOut', account })
    else void leave(account, 'signOut')
  }
}
