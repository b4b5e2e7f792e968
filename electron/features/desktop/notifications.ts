import type { SettledPassword } from '../../shared/password.ts'
import type { NewSignIn, RenewalWarning } from '../../shared/activity.ts'
import type { RevocationUpdate } from '../../shared/bulk-revocation.ts'
import type { Events } from '../../shared/events.ts'
import type { Account, AccountStatus } from '../../shared/account.ts'
import type { NavigationTarget } from '../../shared/navigation.ts'
import type { PasswordReport } from '../../shared/password.ts'
import type { UnconfirmedSession } from '../../shared/session.ts'
import type { Locale } from '../../shared/settings.ts'
import type { RuleRun } from '../../shared/rules.ts'
import {
  alertNotificationId,
  bulkRevocationNotificationId,
  passwordNotificationId,
  renewalNotificationId,
  statusNotificationId,
  revocationNotification,
  bulkRevocationNotification,
  passwordNotification,
  renewalNotification,
  ruleNotification,
  alertNotifications,
  statusNotification,
  unconfirmedNotification,
  type NotificationContent,
} from './domain/notifications.ts'
import { NOWHERE } from './domain/notification-target.ts'
import { accountLabel } from './domain/confirmations.ts'
import { timeOfDay } from './domain/time-of-day.ts'
import type { Translate } from '../../core/domain/translate.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { JsonStore, Clock, Notifier } from '../../core/ports.ts'

/** What has been said once and is not said again. */
export interface OneTimeHints {
  /** That closing the window leaves the app in the tray. */
  tray: boolean
}

/** Tells people outside the window what they should know. */
export interface Notifications {
  /** What became of an end; quiet while the window says it. */
  ended(event: Events['session:revoked']): void
  /** Takes back that a session could not be ended, once it is gone. */
  listChanged(list: { accountId: string; sessions: readonly { id: number }[] | null }): void
  /** What became of the end of many, once it is through or stands still; quiet while the window says it. */
  endingChanged(news: RevocationUpdate): void
  /** A sign-in that this app does not know, told whether the window is looked at or not; several at once are one notice. */
  alerted(alert: NewSignIn): void
  /** It was answered, or is gone. */
  alertClosed(accountId: string, sessionId: number): void
  /** A rule is ending sessions: told in any case, as nobody asked for it just now. */
  ruleRan(run: RuleRun): void
  /** Looks whether an account is no longer signed in that was. */
  accountsChanged(): void
  /** A change of a password is settled, or known not to be known; quiet while the window says it. */
  passwordSettled(news: SettledPassword): void
  /** There is nothing more to say about the password of an account. */
  passwordClosed(accountId: string): void
  /** Tells, once for each token, that it ends soon and could not be renewed; taken back when it is renewed. */
  renewalTroublesChanged(warnings: readonly RenewalWarning[]): void
  /** A session may still be signed in at its service; quiet while the window says it. */
  sessionUnconfirmed(session: UnconfirmedSession): void
  /** Tells what the last run left open, when the app has started without its window. */
  startedHidden(reports: readonly PasswordReport[], sessions: readonly UnconfirmedSession[]): void
  /** The window was closed and the app goes on; said once ever. */
  notifyRunningInTray(): void
  /** Says something in any case that people asked for outside the window. */
  notify(notice: NotificationContent): void
}

/** What telling works with. `isFocused`: the window is in view and has the focus. */
export interface NotificationPorts {
  notifier: Notifier
  accounts: Accounts
  hints: JsonStore<OneTimeHints>
  t: Translate
  /** The language of the words. */
  locale(): Locale
  clock: Clock
  isOn(): boolean
  isFocused(): boolean
  /** There is a window, seen or not. */
  isOpen(): boolean
  navigate(place: NavigationTarget): void
}

/** ms: the sign-ins that one list told are told together. */
const BATCH_MS = 200

/** Makes it. */
export function createNotifications(ports: NotificationPorts): Notifications {
  const { notifier, accounts, hints, t } = ports
  const standings = new Map<string, AccountStatus>()
  const phases = new Map<string, string | null>()
  /** Sessions whose end failed, by the id of what was told about it. */
  const unended = new Map<string, { accountId: string; sessionId: number }>()
  /** When the token that was told about ends, by account. */
  const endsTold = new Map<string, number>()
  let gathered: NewSignIn[] = []

  function notify({ id, title, body, place }: NotificationContent, arrived?: () => void): void {
    if (!ports.isOn()) return
    const groupId = place.accountId
    notifier.show({
      id,
      groupId,
      title,
      body,
      clicked: () => ports.navigate(place),
      ...(arrived && { arrived }),
    })
  }

  function nameOf(accountId: string): string {
    const account = accounts.get(accountId)
    return account ? accountLabel(account, t) : ''
  }

  function tellGathered(): void {
    const told = gathered
    gathered = []
    for (const id of new Set(told.map(({ accountId }) => accountId))) {
      const own = told.filter(({ accountId }) => accountId === id)
      for (const notice of alertNotifications(own, nameOf(id), t)) notify(notice)
    }
  }

  function checkStatus(account: Account): void {
    const before = standings.get(account.id)
    standings.set(account.id, account.status)
    // Signed in again: that it was not is over.
    if (before !== account.status && account.status === 'signedIn')
      notifier.close(statusNotificationId(account.id))
    // What was so at the start is shown by the window; what changed is news.
    if (before !== 'signedIn' || ports.isFocused()) return
    const notice = statusNotification(account.id, account.status, accountLabel(account, t), t)
    if (notice) notify(notice)
  }

  /** The window says such things about the account that it shows, and about no other. */
  const isSaidByWindow = (accountId: string): boolean =>
    ports.isFocused() && accounts.active()?.id === accountId

  function tellPassword(news: SettledPassword): void {
    const account = accounts.get(news.accountId)
    if (!account) return
    const timeOf = (at: number): string => timeOfDay(at, ports.locale(), account.user.timezone)
    notify(passwordNotification(news, accountLabel(account, t), t, timeOf))
  }

  function tellRenewal({ accountId, endsAt }: RenewalWarning): void {
    const account = accounts.get(accountId)
    if (!account || endsTold.get(accountId) === endsAt) return
    endsTold.set(accountId, endsAt)
    if (!isSaidByWindow(accountId)) notify(renewalNotification(accountId, accountLabel(account, t), t))
  }

  const tellUnconfirmed = (session: UnconfirmedSession): void => notify(unconfirmedNotification(session, t))

  function noteHint(): void {
    try {
      hints.write({ tray: true })
    } catch {
      // It will be said again.
    }
  }

  return {
    notify: (notice) => notify(notice),
    ended(event) {
      const notice = revocationNotification(event, nameOf(event.accountId), t)
      const { accountId, sessionId, outcome } = event
      const isLeft = outcome.kind === 'failed' || outcome.kind === 'notConfirmed'
      if (isLeft) unended.set(notice.id, { accountId, sessionId })
      else unended.delete(notice.id)
      // The window says it; what was said before about the same is no longer so.
      if (ports.isFocused()) notifier.close(notice.id)
      else notify(notice)
    },
    listChanged({ accountId, sessions }) {
      for (const [id, one] of unended) {
        if (one.accountId !== accountId || !sessions || sessions.some((row) => row.id === one.sessionId))
          continue
        unended.delete(id)
        notifier.close(id)
      }
    },
    endingChanged({ accountId, revocation: ending }) {
      const phase = ending?.phase.is ?? null
      const before = phases.get(accountId)
      phases.set(accountId, phase)
      if (phase === before) return
      // What was said when it was through, or stood still, is no longer how it stands.
      if (before === 'done' || before === 'interrupted')
        notifier.close(bulkRevocationNotificationId(accountId))
      if (!ending || ports.isFocused()) return
      // What the last run left is on the page that the window opens with.
      if (before === undefined && ports.isOpen()) return
      const notice = bulkRevocationNotification(ending, nameOf(accountId), t)
      if (notice) notify(notice)
    },
    alerted(alert) {
      gathered.push(alert)
      if (gathered.length === 1) ports.clock.after(BATCH_MS, tellGathered)
    },
    alertClosed(accountId, sessionId) {
      gathered = gathered.filter((alert) => alert.accountId !== accountId || alert.sessionId !== sessionId)
      notifier.close(alertNotificationId(accountId, sessionId))
    },
    ruleRan: (run) => notify(ruleNotification(run, nameOf(run.accountId), t)),
    accountsChanged() {
      const all = accounts.all()
      for (const id of [...standings.keys()])
        if (!all.some((account) => account.id === id)) standings.delete(id)
      for (const account of all) checkStatus(account)
    },
    passwordSettled(news) {
      if (isSaidByWindow(news.accountId)) notifier.close(passwordNotificationId(news.accountId))
      else tellPassword(news)
    },
    passwordClosed: (accountId) => notifier.close(passwordNotificationId(accountId)),
    renewalTroublesChanged(warnings) {
      for (const accountId of [...endsTold.keys()]) {
        if (warnings.some((warning) => warning.accountId === accountId)) continue
        endsTold.delete(accountId)
        notifier.close(renewalNotificationId(accountId))
      }
      warnings.forEach(tellRenewal)
    },
    sessionUnconfirmed(session) {
      if (!ports.isFocused()) tellUnconfirmed(session)
    },
    startedHidden(reports, sessions) {
      reports.forEach(tellPassword)
      sessions.forEach(tellUnconfirmed)
    },
    notifyRunningInTray() {
      if (hints.read().tray) return
      const notice = { id: 'tray', title: t('tray.stays'), body: t('tray.staysHow'), place: NOWHERE }
      // What the system refused was not said.
      notify(notice, noteHint)
    },
  }
}
