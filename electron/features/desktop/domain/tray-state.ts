import { timeOfUse } from '../../../shared/last-use.ts'
import type { Account } from '../../../shared/account.ts'
import type { DeviceSession } from '../../../shared/session.ts'
import type { SessionList } from '../../../shared/session-list.ts'
import { isDeviceKnown } from '../../../shared/this-device.ts'
import type { TrayStatus } from './tray-icon.ts'
import type { TrayAccount, TraySession } from './tray-menu.ts'

/** The tray's data of an account, from its published list. */
export function trayAccount(account: Account, list: SessionList, isReviewDue = false): TrayAccount {
  const { sessions } = list
  return {
    account,
    count: sessions?.length ?? null,
    endable: sessions === null ? [] : endableOf(account, list, sessions),
    isStale: list.failure !== null,
    isReviewDue,
  }
}

/** The sessions that the tray can end: none unless the list says which session is this device. */
function endableOf(account: Account, list: SessionList, sessions: readonly DeviceSession[]): TraySession[] {
  if (!isDeviceKnown(sessions, account.credential.kind === 'instance')) return []
  const pending = new Set(list.pendingRevocations.map(({ sessionId }) => sessionId))
  return sessions
    .filter(({ id, isCurrent }) => !isCurrent && !pending.has(id))
    .sort(
      (a, b) =>
        Number(b.isNew) - Number(a.isNew) || (timeOfUse(b.lastUsedAt) ?? 0) - (timeOfUse(a.lastUsedAt) ?? 0),
    )
    .map(({ id, name, isNew }) => ({ id, name, isNew }))
}

/** The status of the icon. `isLocked`: tokens cannot be stored. */
export function trayStatus(accounts: readonly TrayAccount[], online: boolean, isLocked: boolean): TrayStatus {
  if (accounts.some(({ endable }) => endable.some(({ isNew }) => isNew))) return 'alert'
  return online && !isLocked ? 'plain' : 'off'
}
