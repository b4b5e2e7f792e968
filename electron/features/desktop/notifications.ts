import type { SettledPassword } from '../../shared/password.ts'
import type { NewSignIn, RenewalWarning } from '../../shared/activity.ts'
import { hasFailed, type EndsUpdate, type EndView, type SettledEnd } from '../../shared/ends.ts'
import { datesIn, validTimeZone } from '../../shared/dates.ts'
import type { Account, AccountStatus } from '../../shared/account.ts'
import type { NavigationTarget } from '../../shared/navigation.ts'
import type { PasswordReport } from '../../shared/password.ts'
import type { UnconfirmedSession } from '../../shared/session.ts'
import type { ReviewUpdate } from '../../shared/review.ts'
import type { RuleRun } from '../../shared/rules.ts'
import { createAlertNotifications } from './alert-notifications.ts'
import {
  bulkRevocationNotificationId,
  passwordNotificationId,
  renewalNotificationId,
  statusNotificationId,
  revocationNotification,
  batchToNotifyOf,
  bulkRevocationNotification,
  passwordNotification,
  renewalNotification,
  reviewNotification,
  reviewNotificationId,
  ruleNotification,
  statusNotification,
  unconfirmedNotification,
  type NotificationContent,
  type Subject,
} from './domain/notifications.ts'
import { DEFAULT_TARGET } from './domain/notification-target.ts'
import { accountLabel } from './domain/confirmations.ts'
import { hostOf } from '../../domain/server-address.ts'
import type { Translate } from '../../shared/translate.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { JsonStore, Clock, NotificationDecision, Notifier } from '../../core/ports.ts'

/** What the person was told once. */
export interface OneTimeHints {
  /** Whether the hint was shown that the app stays in the tray when its window is closed. */
  tray: boolean
  /** The time of the last lost file whose notice the person dismissed, epoch ms by this computer's clock; 0 if none. */
  lossesSeenAt: number
}

/** Shows system notifications about events that the window does not show. */
export interface Notifications {
  /** Notifies of the outcome of the end of one session, unless the window has the focus. */
  ended(end: SettledEnd): void
  /** Closes notifications about a failed revocation once the session is gone from the list. */
  listChanged(list: { accountId: string; sessions: readonly { key: number }[] | null }): void
  /** Notifies of ends of many sessions that are over or ask, unless the window has the focus. */
  endsChanged(update: Pick<EndsUpdate, 'accountId' | 'batches'>): void
  /** Notifies of a new sign-in, also while the window has the focus; many at once share a notification. */
  alerted(alert: NewSignIn): void
  /** Closes the notification about an alert; one that several share when all of them are closed. */
  alertClosed(accountId: string, key: number): void
  /** Notifies of a rule's run, also while the window has the focus, because no person started it. */
  ruleRan(run: RuleRun): void
  /** Notifies that the next review of an account's sessions is due. */
  reviewDue(accountId: string): void
  /** Closes the notification about a due review once that was begun or is not due any more. */
  reviewChanged(update: Pick<ReviewUpdate, 'accountId' | 'schedule'>): void
  /** Notifies of accounts that are no longer signed in; closes what notifications say of those that are gone. */
  accountsChanged(): void
  /** Notifies of the outcome of a password change, known or not, unless the window shows it. */
  passwordSettled(outcome: SettledPassword): void
  /** Closes the notification about a password change. */
  passwordClosed(accountId: string): void
  /** Notifies once of each token that expires soon and could not be renewed; closes notifications of ended warnings. */
  renewalWarningsChanged(warnings: readonly RenewalWarning[]): void
  /** Notifies of a session that may still be signed in, unless the window has the focus. */
  sessionUnconfirmed(session: UnconfirmedSession): void
  /** Notifies of open reports of the last run, after a start without the window. */
  startedHidden(reports: readonly PasswordReport[], sessions: readonly UnconfirmedSession[]): void
  /** Notifies, once ever, that the app keeps running after its window was closed. */
  notifyRunningInTray(): void
  /** Shows a notification about an action of the person outside the window. */
  notify(content: NotificationContent): void
}

/** Dependencies. `isFocused`: the window is visible and has the focus. */
export interface NotificationDependencies {
  notifier: Notifier
  accounts: Accounts
  hints: JsonStore<OneTimeHints>
  t: Translate
  /** The current locale of times. */
  locale(): string
  clock: Clock
  /** All ends of an account that are not forgotten. */
  endsOf(accountId: string): readonly EndView[]
  isOn(): boolean
  isFocused(): boolean
  /** Whether a window exists, visible or not. */
  isOpen(): boolean
  navigate(target: NavigationTarget): void
  /** The person made a new sign-in. */
  acknowledge(accountId: string, key: number): void
}

/** Creates the notifications. */
export function createNotifications(dependencies: NotificationDependencies): Notifications {
  const { notifier, accounts, hints, t } = dependencies
  const statuses = new Map<string, AccountStatus>()
  /** What the notification about the ends of many says, by account; null: nothing. */
  const saidOfMany = new Map<string, string | null>()
  /** The accounts with a notification about a run of their rule. */
  const rulesTold = new Set<string>()
  /** The newest batch of many that was over, by account. */
  const newestOver = new Map<string, number>()
  /** Sessions whose revocation failed, by the id of their notification. */
  const failedRevocations = new Map<string, { accountId: string; key: number }>()
  /** The expiry in the last renewal warning that was shown, by account. */
  const notifiedExpiry = new Map<string, number>()

  function notify(content: NotificationContent, arrived?: () => void): void {
    if (!dependencies.isOn()) return
    const { id, title, body, target, newKeys } = content
    const groupId = target.accountId
    notifier.show({
      id,
      groupId,
      title,
      body,
      clicked: () => dependencies.navigate(target),
      ...(arrived && { arrived }),
      ...(newKeys && { decision: { buttons: buttonsFor(content), clickLabel: t('alerts.show') } }),
    })
  }

  /** The buttons of a notification about one new sign-in; *End…* asks in the window, where it can also be undone. */
  function buttonsFor({ target }: NotificationContent): NotificationDecision['buttons'] {
    const { accountId, key } = target
    if (accountId === null || key === null) return []
    return [
      { label: t('alerts.itWasMe'), pressed: () => dependencies.acknowledge(accountId, key) },
      { label: t('tray.askToEnd'), pressed: () => dependencies.navigate({ ...target, asksToEnd: true }) },
    ]
  }

  function nameOf(accountId: string): string {
    const account = accounts.get(accountId)
    return account ? accountLabel(account, t) : ''
  }

  function subjectOf(accountId: string): Subject {
    return { who: nameOf(accountId), server: hostOf(accounts.get(accountId)?.baseUrl ?? '') }
  }

  const alerts = createAlertNotifications({ notifier, notify, nameOf, t, clock: dependencies.clock })

  /** Closes what only a person who is signed in can decide on. */
  function closeDecisions(accountId: string): void {
    alerts.accountClosed(accountId)
    notifier.close(reviewNotificationId(accountId))
  }

  function checkStatus(account: Account): void {
    const before = statuses.get(account.id)
    statuses.set(account.id, account.status)
    // It is signed in again, so its notification is no longer true.
    if (before !== account.status && account.status === 'signedIn')
      notifier.close(statusNotificationId(account.id))
    if (before === 'signedIn' && account.status !== 'signedIn') closeDecisions(account.id)
    // The window shows the status at the start; notify only of changes.
    if (before !== 'signedIn' || dependencies.isFocused()) return
    const content = statusNotification(account.id, account.status, accountLabel(account, t), t)
    if (content) notify(content)
  }

  /** Whether the window shows the event: it does so for the active account only. */
  const isShownInWindow = (accountId: string): boolean =>
    dependencies.isFocused() && accounts.active()?.id === accountId

  function notifyPassword(outcome: SettledPassword): void {
    const account = accounts.get(outcome.accountId)
    if (!account) return
    const { time } = datesIn(dependencies.locale(), validTimeZone(account.user.timezone))
    notify(passwordNotification(outcome, accountLabel(account, t), t, time))
  }

  function notifyRenewal({ accountId, endsAt }: RenewalWarning): void {
    const account = accounts.get(accountId)
    if (!account || notifiedExpiry.get(accountId) === endsAt) return
    notifiedExpiry.set(accountId, endsAt)
    if (!isShownInWindow(accountId)) notify(renewalNotification(accountId, accountLabel(account, t), t))
  }

  const notifyUnconfirmed = (session: UnconfirmedSession): void => notify(unconfirmedNotification(session, t))

  function storeHint(): void {
    try {
      hints.write({ ...hints.read(), tray: true })
    } catch {
      // The hint is shown again when the window closes the next time.
    }
  }

  return {
    notify: (content) => notify(content),
    ended(end) {
      const { accountId, key, state } = end
      const content = revocationNotification(end, subjectOf(accountId), t)
      if (hasFailed(state)) failedRevocations.set(content.id, { accountId, key })
      else failedRevocations.delete(content.id)
      // The window shows the outcome; an earlier notification about it is no longer true.
      if (dependencies.isFocused()) notifier.close(content.id)
      else notify(content)
    },
    listChanged({ accountId, sessions }) {
      for (const [id, entry] of failedRevocations) {
        if (entry.accountId !== accountId || !sessions || sessions.some((row) => row.key === entry.key))
          continue
        failedRevocations.delete(id)
        notifier.close(id)
      }
    },
    endsChanged({ accountId, batches }) {
      // A run of which nothing is left cannot be undone any more.
      if (!batches.some(({ cause }) => cause === 'rule') && rulesTold.delete(accountId))
        notifier.close(bulkRevocationNotificationId(accountId))
      const batch = batchToNotifyOf(batches)
      const isOver = batch?.phase.kind === 'done'
      // What was told of an older one is not told again when the newer one was seen.
      const isNews = batch !== null && (!isOver || batch.number >= (newestOver.get(accountId) ?? 0))
      if (isOver && isNews) newestOver.set(accountId, batch.number)
      const ends = (): readonly EndView[] => dependencies.endsOf(accountId)
      const content = isNews
        ? bulkRevocationNotification(accountId, batch, ends, subjectOf(accountId), t)
        : null
      const said = content && `${content.title}\n${content.body}`
      const before = saidOfMany.get(accountId)
      saidOfMany.set(accountId, said)
      if (said === before) return
      // What the notification says is no longer true.
      if (before) notifier.close(bulkRevocationNotificationId(accountId))
      if (!content || dependencies.isFocused()) return
      // The window that just opened shows a revocation of the last run.
      if (before === undefined && dependencies.isOpen()) return
      notify(content)
    },
    alerted: alerts.alerted,
    alertClosed: alerts.closed,
    ruleRan(run) {
      rulesTold.add(run.accountId)
      notify(ruleNotification(run, nameOf(run.accountId), t))
    },
    reviewDue: (accountId) => notify(reviewNotification(accountId, nameOf(accountId), t)),
    reviewChanged({ accountId, schedule }) {
      if (!schedule.isDue) notifier.close(reviewNotificationId(accountId))
    },
    accountsChanged() {
      const all = accounts.all()
      for (const id of [...statuses.keys()]) {
        if (all.some((account) => account.id === id)) continue
        // What they ask a person to look at is gone with it.
        notifier.close(statusNotificationId(id))
        notifier.close(bulkRevocationNotificationId(id))
        closeDecisions(id)
        for (const known of [statuses, saidOfMany, newestOver, rulesTold]) known.delete(id)
      }
      for (const account of all) checkStatus(account)
    },
    passwordSettled(outcome) {
      if (isShownInWindow(outcome.accountId)) notifier.close(passwordNotificationId(outcome.accountId))
      else notifyPassword(outcome)
    },
    passwordClosed: (accountId) => notifier.close(passwordNotificationId(accountId)),
    renewalWarningsChanged(warnings) {
      for (const accountId of [...notifiedExpiry.keys()]) {
        if (warnings.some((warning) => warning.accountId === accountId)) continue
        notifiedExpiry.delete(accountId)
        notifier.close(renewalNotificationId(accountId))
      }
      warnings.forEach(notifyRenewal)
    },
    sessionUnconfirmed(session) {
      if (!dependencies.isFocused()) notifyUnconfirmed(session)
    },
    startedHidden(reports, sessions) {
      reports.forEach(notifyPassword)
      sessions.forEach(notifyUnconfirmed)
    },
    notifyRunningInTray() {
      if (hints.read().tray) return
      const content = { id: 'tray', title: t('tray.stays'), body: t('tray.staysHow'), target: DEFAULT_TARGET }
      // Store the hint only once the system has accepted the notification.
      notify(content, storeHint)
    },
  }
}
