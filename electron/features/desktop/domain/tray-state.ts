import type { Account } from '../../../shared/account.ts'
import type { DeviceSession } from '../../../shared/session.ts'
import type { SessionList } from '../../../shared/session-list.ts'
import type { Rule } from '../../../shared/rules.ts'
import { isDeviceKnown } from '../../../shared/this-device.ts'
import { daysSince, unusedDays } from '../../rules/domain/end-rules.ts'
import type { TrayStatus } from './tray-icon.ts'
import type { TrayAccount, TraySession } from './tray-menu.ts'

/** The blockers with which a rule's preview is reliable. */
const RELIABLE_BLOCKERS = [null, 'ranToday'] as const

/**
 * Builds the tray's data of an account from its published list. `rule` is the account's rule with a preview of
 * `INACTIVE_DAYS`; `now` is the service's time, epoch ms.
 */
export function trayAccount(
  account: Account,
  list: SessionList,
  rule: Rule,
  now: number,
  isReviewDue = false,
): TrayAccount {
  const { sessions } = list
  const endable = sessions === null ? [] : endableOf(account, list, sessions, now)
  const ids = new Set(endable.map(({ id }) => id))
  const isReliable = RELIABLE_BLOCKERS.some((blocker) => blocker === rule.blockedBy)
  return {
    account,
    count: sessions?.length ?? null,
    endable,
    inactive: isReliable
      ? rule.wouldRevoke.map(({ sessionId }) => sessionId).filter((id) => ids.has(id))
      : [],
    isStale: list.failure !== null || !list.isLive,
    isReviewDue,
  }
}

/** Returns the sessions that the tray can end; none unless the list tells which session is this device. */
function endableOf(
  account: Account,
  list: SessionList,
  sessions: readonly DeviceSession[],
  now: number,
): TraySession[] {
  if (!isDeviceKnown(sessions, account.credential.kind === 'instance')) return []
  const queued = new Set(list.queuedEnds.map(({ id }) => id))
  const pending = new Set(list.pendingRevocations.map(({ sessionId }) => sessionId))
  return sessions
    .filter(({ id, isCurrent }) => !isCurrent && !pending.has(id))
    .map((session): TraySession => {
      const { id, name, isNew, lastUsedAt, createdAt } = session
      const days = isNew ? daysSince(createdAt, now) : unusedDays(session, now)
      return { id, name, isNew, isQueued: queued.has(id), isUsed: lastUsedAt !== null, days }
    })
    .sort((a, b) => Number(b.isNew) - Number(a.isNew) || (b.days ?? -1) - (a.days ?? -1) || b.id - a.id)
}

/** Returns the status of the icon. `isLocked`: tokens cannot be stored on disk. */
export function trayStatus(accounts: readonly TrayAccount[], online: boolean, isLocked: boolean): TrayStatus {
  if (accounts.some(({ endable }) => endable.some(({ isNew }) => isNew))) return 'alert'
  return online && !isLocked ? 'plain' : 'off'
}
