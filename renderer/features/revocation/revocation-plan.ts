import type { RowAccount } from '../session-list/list-account.ts'
import type { ListedSession } from '../session-list/listed-session.ts'
import type { PlanPart } from '../../lib/overlays.ts'

/**
 * Groups the chosen sessions by account, in the order of the accounts. Omits this device, sessions that are being ended, and locked
 * accounts.
 */
export function planRevocations(
  chosen: readonly ListedSession[],
  accounts: ReadonlyMap<string, RowAccount>,
  { begunKeys, ownDevice }: PlanContext,
): PlanPart[] {
  return [...accounts.values()].flatMap(({ id, name, place, locked }) => {
    const own = chosen.filter((session) => session.accountId === id)
    const begun = begunKeys(id)
    const sessions = own.filter((session) => !session.isCurrent && !begun.has(session.key))
    if (locked || sessions.length === 0) return []
    return [{ accountId: id, name, place, sessions, stays: ownDevice(id) }]
  })
}

/** The facts about the accounts that a plan depends on. */
export interface PlanContext {
  /** The keys of its sessions that are being ended, or will be once its service can be reached. */
  begunKeys(accountId: string): ReadonlySet<number>
  /** The name of this device's session, null with an API token. */
  ownDevice(accountId: string): string | null
}
