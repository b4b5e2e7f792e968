import { isListDoubt } from '../../../electron/shared/failure.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { useOverlays, type RevocationConfirmation } from '../../lib/overlays.ts'
import { useRevocations } from './revocations.ts'
import { useReachable } from '../session-list/queued-ends.ts'
import { useSessions } from '../session-list/session-lists.ts'

/** Why several sessions of an account cannot be ended now. */
export type RevocationObstacle = 'deviceUnclear' | 'listDoubtful' | 'apiToken'

/** Confirms the ends of several sessions, which revoke exactly the sessions that the confirmation lists. */
export function useBulkRevocation() {
  const sessions = useSessions()
  const revocations = useRevocations()
  const overlays = useOverlays()
  const isReachable = useReachable()

  const listed = (accountId: string): readonly DeviceSession[] =>
    sessions.lists.get(accountId)?.sessions ?? []
  const currentsOf = (accountId: string): DeviceSession[] =>
    listed(accountId).filter(({ isCurrent }) => isCurrent)

  /** These sessions except this device and those that are queued or being revoked. */
  function revocable(accountId: string, chosen: readonly DeviceSession[]): DeviceSession[] {
    const begun = revocations.begunKeys(accountId)
    return chosen.filter(({ key, isCurrent }) => !isCurrent && !begun.has(key))
  }

  /** The sessions that "End all others" ends. */
  const others = (accountId: string): DeviceSession[] => revocable(accountId, listed(accountId))

  /**
   * Returns why the sessions cannot be revoked in bulk, or null. With an API token "all others" has no meaning, but chosen sessions
   * can be revoked.
   */
  function obstacle(
    accountId: string,
    withToken: boolean,
    choice: 'others' | 'these',
  ): RevocationObstacle | null {
    // Offline, the ends wait for a whole list anyway.
    const isDoubtful = isListDoubt(sessions.lists.get(accountId)?.failure ?? null)
    if (isDoubtful && isReachable(accountId)) return 'listDoubtful'
    const currents = currentsOf(accountId).length
    if (currents === 0 && withToken) return choice === 'others' ? 'apiToken' : null
    return currents === 1 ? null : 'deviceUnclear'
  }

  /**
   * Opens the confirmation for the chosen sessions, except this device and sessions that are queued or being revoked. The
   * confirmation calls `begin` instead of starting a bulk revocation.
   */
  function confirm(
    accountId: string,
    chosen: readonly DeviceSession[],
    begin?: RevocationConfirmation['begin'],
  ): void {
    const rest = revocable(accountId, chosen)
    const stays = currentsOf(accountId)[0]?.name ?? null
    if (rest.length === 0) return
    overlays.open({ kind: 'revocation', accountId, sessions: rest, stays, ...(begin && { begin }) })
  }

  /** Ends one session; asks before, where the list that shows it is unclear. */
  function endOne(accountId: string, session: Pick<DeviceSession, 'key' | 'name'>): void {
    const begin = (): void => void revocations.revoke(accountId, session)
    const isUnclear = sessions.lists.get(accountId)?.isUnclear ?? false
    const row = listed(accountId).find(({ key }) => key === session.key)
    // Main says why it ends none that is not there.
    if (isUnclear && row) confirm(accountId, [row], begin)
    else begin()
  }

  return { confirm, endOne, others, obstacle }
}
