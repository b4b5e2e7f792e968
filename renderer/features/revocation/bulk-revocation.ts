import {
  planRevocation,
  type PlanObstacle,
  type RevocationPlan,
} from '../../../electron/shared/revocation-plan.ts'
import { isDoubtful } from '../../../electron/shared/session-list.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { partOf, useOverlays, type RevocationQuestion } from '../../lib/overlays.ts'
import { useListStates } from '../session-list/list-state.ts'
import { useSessions } from '../session-list/session-lists.ts'
import type { ChosenSessions } from './begin-ends.ts'
import { useRevocations } from './revocations.ts'

/** The plan of an account, which also ends nobody while the last list is doubtful. */
interface AccountPlan extends Omit<RevocationPlan<DeviceSession>, 'obstacle'> {
  obstacle: PlanObstacle | 'listDoubtful' | null
}

/** Plans the ends of several sessions, and confirms them: exactly the sessions that the confirmation lists are ended. */
export function useBulkRevocation() {
  const app = useAppStore()
  const sessions = useSessions()
  const revocations = useRevocations()
  const overlays = useOverlays()
  const { isReachable } = useListStates()

  /** Plans by the account's list: all others, or the chosen sessions. */
  function planOf(
    accountId: string,
    keys: readonly number[] | null = null,
    { isSingle = false, begun = revocations.begunKeys(accountId) } = {},
  ): AccountPlan {
    const list = sessions.lists.get(accountId)
    const account = app.state.accounts.find(({ id }) => id === accountId)
    const isApiToken = account?.credential.kind === 'instance'
    const plan = planRevocation(list?.sessions ?? [], keys, { isApiToken, isSingle, begun })
    // Offline, the ends wait for a whole list anyway.
    const isBarred = !isSingle && list !== undefined && isDoubtful(list) && isReachable(accountId)
    return isBarred ? { ...plan, ends: [], obstacle: 'listDoubtful' } : plan
  }

  /**
   * Opens the confirmation for the chosen sessions, account by account; returns whether some of them can be ended. Those that are
   * being ended are left out, unless `begin` is called instead of starting a bulk revocation. `note` is said after its text.
   */
  function confirm(
    chosen: readonly ChosenSessions[],
    begin?: RevocationQuestion['begin'],
    { isSingle = false, note = '' } = {},
  ): boolean {
    const how = { isSingle, ...(begin && { begun: new Set<number>() }) }
    const parts = chosen.flatMap(({ accountId, sessions: own }) => {
      const keys = own.map(({ key }) => key)
      const { obstacle, ...plan } = planOf(accountId, keys, how)
      return obstacle === null ? partOf(accountId, plan, keys) : []
    })
    if (parts.length > 0) overlays.open({ kind: 'revocation', parts, ...(begin && { begin }), note })
    return parts.length > 0
  }

  /** Opens the confirmation for one session. */
  const confirmOne = (accountId: string, session: Pick<DeviceSession, 'key' | 'name'>): boolean =>
    confirm([{ accountId, sessions: [session] }], () => void revocations.revoke(accountId, session), {
      isSingle: true,
    })

  /** Opens the confirmation for one session where the list that shows it is unclear; returns whether it did. */
  function asksFirst(accountId: string, session: Pick<DeviceSession, 'key' | 'name'>): boolean {
    const list = sessions.lists.get(accountId)
    const isListed = list?.sessions?.some(({ key }) => key === session.key) ?? false
    // Main says why it ends none that is not there.
    return list?.isUnclear === true && isListed && confirmOne(accountId, session)
  }

  return { planOf, confirm, confirmOne, asksFirst }
}
