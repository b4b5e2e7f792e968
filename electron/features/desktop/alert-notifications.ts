import type { NewSignIn } from '../../shared/activity.ts'
import type { Translate } from '../../shared/translate.ts'
import type { Clock, Notifier } from '../../core/ports.ts'
import {
  alertNotificationId,
  alertNotifications,
  sharedAlertNotificationId,
  type NotificationContent,
} from './domain/notifications.ts'

/** The notifications about new sign-ins. They stay, so each is closed as soon as nothing is left to decide. */
export interface AlertNotifications {
  /** Notifies of a new sign-in; those of one list wait for each other, and many share a notification. */
  alerted(alert: NewSignIn): void
  /** An alert is closed. */
  closed(accountId: string, key: number): void
  /** An account is gone, or not signed in any more. */
  accountClosed(accountId: string): void
}

/** Dependencies; `nameOf` returns an account's label. */
export interface AlertNotificationDependencies {
  notifier: Pick<Notifier, 'close'>
  notify(content: NotificationContent): void
  nameOf(accountId: string): string
  t: Translate
  clock: Pick<Clock, 'after'>
}

/** How long the alerts of one list are collected. */
const BATCH_MS = 200

/** Creates them; nothing is notified yet. */
export function createAlertNotifications(dependencies: AlertNotificationDependencies): AlertNotifications {
  const { notifier, notify, nameOf, t } = dependencies
  let collected: NewSignIn[] = []
  /** The open alerts that have a notification of their own, by account. */
  const alone = new Map<string, Set<number>>()
  /** The open alerts that share one, by account. */
  const shared = new Map<string, Set<number>>()

  function notifyCollected(): void {
    const batch = collected
    collected = []
    for (const id of new Set(batch.map(({ accountId }) => accountId))) {
      const own = batch.filter(({ accountId }) => accountId === id)
      for (const content of alertNotifications(own, nameOf(id), t)) {
        const open = content.target.key === null ? shared : alone
        open.set(id, new Set([...(open.get(id) ?? []), ...(content.newKeys ?? [])]))
        notify(content)
      }
    }
  }

  function closeShared(accountId: string): void {
    shared.delete(accountId)
    notifier.close(sharedAlertNotificationId(accountId))
  }

  return {
    alerted(alert) {
      collected.push(alert)
      if (collected.length === 1) dependencies.clock.after(BATCH_MS, notifyCollected)
    },
    closed(accountId, key) {
      collected = collected.filter((alert) => alert.accountId !== accountId || alert.key !== key)
      alone.get(accountId)?.delete(key)
      // Also one of an earlier run, which macOS keeps.
      notifier.close(alertNotificationId(accountId, key))
      const rest = shared.get(accountId)
      if (rest?.delete(key) && rest.size === 0) closeShared(accountId)
    },
    accountClosed(accountId) {
      collected = collected.filter((alert) => alert.accountId !== accountId)
      for (const key of alone.get(accountId) ?? []) notifier.close(alertNotificationId(accountId, key))
      alone.delete(accountId)
      if (shared.has(accountId)) closeShared(accountId)
    },
  }
}
