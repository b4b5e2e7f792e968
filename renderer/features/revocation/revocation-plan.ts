import type { ListedSession, RowAccount } from '../sessions/list/listed-session.ts'
import type { PlanPart } from '../../lib/overlays.ts'

/**
 * Divides the chosen sessions by account, in the order of the accounts; leaves out this device and what is being ended.
 * `stays` is the name of the account's own device.
 */
export function planOf(
  chosen: readonly ListedSession[],
  accounts: ReadonlyMap<string, RowAccount>,
  { isEnding, ownDevice }: PlanContext,
): PlanPart[] {
  return [...accounts.values()].flatMap(({ id, name, place, locked }) => {
    const own = chosen.filter((session) => session.accountId === id)
    const sessions = own.filter((session) => !session.isCurrent && !isEnding(id, session.id))
    if (locked || sessions.length === 0) return []
    return [{ accountId: id, name, place, sessions, stays: ownDevice(id) }]
  })
}

/** What the plan needs to know about the accounts. */
export interface PlanContext {
  /** Whether a session is being ended, or will be once its service can be reached. */
  isEnding(accountId: string, sessionId: number): boolean
  /** The name of this device's session, null with an API token. */
  ownDevice(accountId: string): string | null
}
