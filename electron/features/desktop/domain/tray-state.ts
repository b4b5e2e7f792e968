import type { Account } from '../../../shared/account.ts'
import type { DeviceSession } from '../../../shared/session.ts'
import { isUnfinished, type BatchView, type EndsView } from '../../../shared/ends.ts'
import type { SessionList } from '../../../shared/session-list.ts'
import type { Rule } from '../../../shared/rules.ts'
import { timeOfUse } from '../../../shared/last-use.ts'
import { isDeviceKnown } from '../../../shared/this-device.ts'
import type { TrayStatus } from './tray-icon.ts'
import type { TrayAccount, TraySession, TrayState } from './tray-menu.ts'

/** The blockers with which what a rule would end is reliable. */
const RELIABLE_BLOCKERS = [null, 'ranToday'] as const

/**
 * Builds the tray's data of an account from its published list and its ends. `rule` is why the account's rule would do nothing now,
 * and what it would end after `INACTIVE_DAYS`; `now` is the service's time, epoch ms.
 */
export function trayAccount(
  account: Account,
  list: SessionList,
  ends: Pick<EndsView, 'batches' | 'ends'>,
  rule: Pick<Rule, 'blockedBy'> & { wouldEnd: readonly number[] },
  now: number,
  isReviewDue = false,
): TrayAccount {
  const { sessions } = list
  const endable = sessions === null || list.isUnclear ? [] : endableOf(account, ends, sessions)
  const keys = new Set(endable.map(({ key }) => key))
  const isReliable = RELIABLE_BLOCKERS.some((blocker) => blocker === rule.blockedBy)
  return {
    account,
    count: sessions?.length ?? null,
    endable,
    inactive: isReliable ? rule.wouldEnd.filter((key) => keys.has(key)) : [],
    isStale: list.failure !== null || !list.isLive,
    isReviewDue,
    now,
  }
}

/** Returns the sessions that the tray can end; none unless a good list tells which session is this device. */
function endableOf(
  account: Account,
  { batches, ends }: Pick<EndsView, 'batches' | 'ends'>,
  sessions: readonly DeviceSession[],
): TraySession[] {
  if (!isDeviceKnown(sessions, account.credential.kind === 'instance')) return []
  /** The keys of the unfinished ends in these batches that are sent, or not. */
  const keysIn = (isSent: boolean, is: (batch: BatchView) => boolean): Set<number> => {
    const numbers = new Set(batches.filter(is).map(({ number }) => number))
    const own = ends.filter(
      ({ state, batches: asked }) =>
        isUnfinished(state) && (state !== 'waiting') === isSent && asked.some((each) => numbers.has(each)),
    )
    return new Set(own.map(({ key }) => key))
  }
  const waiting = keysIn(false, ({ phase }) => phase.kind === 'waiting')
  const single = keysIn(
    false,
    ({ cause, phase }) => cause === 'one' && ['undoable', 'going'].includes(phase.kind),
  )
  const sent = keysIn(true, ({ phase }) => phase.kind !== 'asking')
  return sessions
    .filter(({ key, isCurrent }) => !isCurrent && !single.has(key) && !sent.has(key))
    .map((session): TraySession => {
      const { key, id, name, isNew, lastUsedAt, createdAt } = session
      const at = isNew || lastUsedAt === null ? createdAt : timeOfUse(lastUsedAt)
      return { key, id, name, isNew, isWaiting: waiting.has(key), isUsed: lastUsedAt !== null, at }
    })
    .sort(
      (a, b) => Number(b.isNew) - Number(a.isNew) || (a.at ?? Infinity) - (b.at ?? Infinity) || b.id - a.id,
    )
}

/** Returns the status of the icon. */
export function trayStatus({ accounts, online, isLosingSignIns }: TrayState): TrayStatus {
  if (accounts.some(({ endable }) => endable.some(({ isNew }) => isNew))) return 'alert'
  return online && !isLosingSignIns ? 'plain' : 'off'
}
