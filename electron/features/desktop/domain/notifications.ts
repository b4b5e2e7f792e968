import type { NewSignIn } from '../../../shared/activity.ts'
import type { BulkRevocation, RevocationOutcome } from '../../../shared/bulk-revocation.ts'
import type { AccountStatus } from '../../../shared/account.ts'
import type { NavigationTarget } from '../../../shared/navigation.ts'
import type { SettledPassword } from '../../../shared/password.ts'
import type { UnconfirmedSession } from '../../../shared/session.ts'
import type { RuleRun } from '../../../shared/rules.ts'
import { hostOf } from '../../../core/domain/server-address.ts'
import type { Translate } from '../../../core/domain/translate.ts'

/** Something to be told outside the window; `id` names it, so that a later one takes its place and it can be taken back. */
export interface NotificationContent {
  id: string
  title: string
  body: string
  /** Where a click leads to. */
  place: NavigationTarget
}

/** What became of the end of one session. `who` names the account. */
export function revocationNotification(
  { accountId, sessionId, name, outcome }: EndedSession,
  who: string,
  t: Translate,
): NotificationContent {
  const place: NavigationTarget = { page: 'sessions', accountId, sessionId: null }
  const of = (title: string, body = who): NotificationContent => ({
    id: `end-${accountId}-${sessionId}`,
    title,
    body,
    place,
  })
  switch (outcome.kind) {
    case 'ended':
      return of(t('revocation.ended', { name }))
    case 'alreadyGone':
      return of(t('revocation.alreadyGone', { name }))
    case 'failed':
      return of(t('revocation.failed', { name }))
    case 'notConfirmed':
      return of(t('revocation.notConfirmed', { name }), t('revocation.notConfirmedHelp'))
  }
}

/** The end of one session, as it is told. */
export interface EndedSession {
  accountId: string
  sessionId: number
  name: string
  outcome: RevocationOutcome
}

/** What became of the end of many, when it is through or waits for the person; null while it goes on. */
export function bulkRevocationNotification(
  { accountId, phase, counts }: BulkRevocation,
  who: string,
  t: Translate,
): NotificationContent | null {
  const of = (title: string, body: string): NotificationContent => ({
    id: bulkRevocationNotificationId(accountId),
    title,
    body,
    place: { page: 'sessions', accountId, sessionId: null },
  })
  const left = counts.queued + counts.sent
  if (phase.is === 'interrupted')
    return of(t('bulkRevocation.open', { n: left }, left), t(`bulkRevocation.stop.${phase.reason}`))
  if (phase.is !== 'done') return null
  const ended = counts.confirmed
  const others = (['failed', 'notConfirmed', 'alreadyGone', 'cancelled'] as const).filter(
    (state) => counts[state] > 0,
  )
  const lines = others.map((state) => t(KEYS[state], { n: counts[state] }, counts[state]))
  return of(t('bulkRevocation.ended', { n: ended }, ended), [who, ...lines].join('\n'))
}

/** Sessions that a rule is ending; what became of them takes its place. `who` names the account. */
export function ruleNotification(
  { accountId, afterDays, count }: RuleRun,
  who: string,
  t: Translate,
): NotificationContent {
  return {
    id: bulkRevocationNotificationId(accountId),
    title: t('rules.notification', { n: count, days: afterDays }, count),
    body: [who, t('rules.notificationHow')].join('\n'),
    place: { page: 'sessions', accountId, sessionId: null },
  }
}

const KEYS = {
  failed: 'bulkRevocation.failed',
  notConfirmed: 'bulkRevocation.notConfirmed',
  alreadyGone: 'bulkRevocation.gone',
  cancelled: 'bulkRevocation.cancelled',
} as const

/** The id of the notice about the end of many, and of a rule's. */
export function bulkRevocationNotificationId(accountId: string): string {
  return `ending-${accountId}`
}

/** The id of the notice that an account is no longer signed in. */
export function statusNotificationId(accountId: string): string {
  return `standing-${accountId}`
}

/** The id of the notice about a new sign-in. */
export function alertNotificationId(accountId: string, sessionId: number): string {
  return `alert-${accountId}-${sessionId}`
}

/** As many sign-ins as are told one by one; more are told as a number. */
const ONE_BY_ONE = 3

/** New sign-ins of one account that one list told; a click leads to the row of one, or to the list of many. */
export function alertNotifications(
  alerts: readonly NewSignIn[],
  who: string,
  t: Translate,
): NotificationContent[] {
  const [first] = alerts
  if (!first) return []
  const { accountId } = first
  const n = alerts.length
  if (n > ONE_BY_ONE)
    return [
      {
        id: `alerts-${accountId}`,
        title: t('alerts.many', { n }, n),
        body: who,
        place: { page: 'sessions', accountId, sessionId: null },
      },
    ]
  return alerts.map(({ sessionId, name, mayBeRenewed }) => ({
    id: alertNotificationId(accountId, sessionId),
    title: t(mayBeRenewed ? 'alerts.perhapsRenewed' : 'alerts.one', { name }),
    body: [who, t('tray.ifNotYou')].join('\n'),
    place: { page: 'sessions', accountId, sessionId },
  }))
}

/** Why an account is no longer signed in; null when it is. */
export function statusNotification(
  accountId: string,
  standing: AccountStatus,
  who: string,
  t: Translate,
): NotificationContent | null {
  if (standing === 'signedIn') return null
  return {
    id: statusNotificationId(accountId),
    title: t(`accountStatus.${standing}Short`),
    body: t(`accountStatus.${standing}`, { name: who }),
    place: { page: 'sessions', accountId, sessionId: null },
  }
}

/** The id of the notice about an account's password: what is found out later takes the place of what was told before. */
export function passwordNotificationId(accountId: string): string {
  return `password-${accountId}`
}

/**
 * What became of it, for whoever does not look at the window; a click leads to the page. `who` names the
 * account; `timeOf` says an hour as its owner reads it.
 */
export function passwordNotification(
  { accountId, verdict, canVerify, foundAt }: SettledPassword,
  who: string,
  t: Translate,
  timeOf: (at: number) => string,
): NotificationContent {
  const of = (title: string, ...lines: string[]): NotificationContent => ({
    id: passwordNotificationId(accountId),
    title,
    body: [who, ...lines].join('\n'),
    place: { page: 'password', accountId, sessionId: null },
  })
  switch (verdict) {
    case 'changed':
      return of(t('passwordNotification.changed'))
    case 'unchanged':
      // What the service refused stays as it was; a sign-in only tells how it stood at that moment.
      return foundAt === null
        ? of(t('passwordNotification.unchanged'), t('passwordNotification.oldWorks'))
        : of(
            t('passwordNotification.oldWorked', { time: timeOf(foundAt) }),
            t('passwordNotification.mayStillChange'),
          )
    case 'notSent':
      return of(t('passwordNotification.unchanged'), t('passwordNotification.notSent'))
    case 'unknown':
      return of(
        t('passwordNotification.unknown'),
        canVerify ? t('passwordNotification.verify') : t('passwordReport.tryNew'),
      )
  }
}

/** The id of the notice about an account's renewal. */
export function renewalNotificationId(accountId: string): string {
  return `renewal-${accountId}`
}

/** That a token ends soon and could not be renewed. `who` names the account. */
export function renewalNotification(accountId: string, who: string, t: Translate): NotificationContent {
  return {
    id: renewalNotificationId(accountId),
    title: t('renewalWarning.notification'),
    body: [who, t('renewalWarning.notificationHow')].join('\n'),
    place: { page: 'sessions', accountId, sessionId: null },
  }
}

/** That a session may still be signed in; the window says what to do about it. */
export function unconfirmedNotification(
  { id, cause, baseUrl, name }: UnconfirmedSession,
  t: Translate,
): NotificationContent {
  const server = hostOf(baseUrl)
  return {
    id: `unconfirmed-${id}`,
    title: t('app.name'),
    body:
      cause === 'signIn' || name === null
        ? t('unconfirmed.signIn', { server })
        : t('unconfirmed.signOut', { name, server }),
    place: { page: 'sessions', accountId: null, sessionId: null },
  }
}
