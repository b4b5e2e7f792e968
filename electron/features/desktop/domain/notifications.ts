import type { NewSignIn } from '../../../shared/activity.ts'
import { MAX_WAIT_DAYS, type BatchView, type EndView, type SettledEnd } from '../../../shared/ends.ts'
import {
  commonReason,
  countUnfinished,
  endHelp,
  endsHeading,
  endTitle,
  hasFailures,
} from '../../../shared/ends-text.ts'
import type { NamedServer } from '../../../shared/failure-text.ts'
import type { AccountStatus } from '../../../shared/account.ts'
import type { NavigationTarget } from '../../../shared/navigation.ts'
import type { SettledPassword } from '../../../shared/password.ts'
import type { UnconfirmedSession } from '../../../shared/session.ts'
import type { RuleRun } from '../../../shared/rules.ts'
import { hostOf } from '../../../domain/server-address.ts'
import type { Translate } from '../../../shared/translate.ts'

/** The content of a notification; a later one with the same `id` replaces it, and the id closes it. */
export interface NotificationContent {
  id: string
  title: string
  body: string
  /** The page that a click opens. */
  target: NavigationTarget
  /** The sessions of the new sign-ins that it is about: it stays until the person has decided on them. */
  newKeys?: readonly number[]
}

/** Whom a notification is about: the account's label, and the name of its server. */
export interface Subject {
  who: string
  server: string
}

/** Returns the server of an account for a notification, which names no email address. */
export function notifiedServer(server: string): NamedServer {
  return { server, isKnown: true, isUnquoted: true }
}

/** Returns the notification about the outcome of the end of one session. */
export function revocationNotification(
  end: SettledEnd,
  { who, server }: Subject,
  t: Translate,
): NotificationContent {
  const { accountId, key } = end
  return {
    id: `revocation-${accountId}-${key}`,
    title: endTitle(end, t),
    body: [who, endHelp(end, notifiedServer(server), t)].filter(Boolean).join('\n'),
    target: { page: 'sessions', accountId, key: null },
  }
}

/**
 * The batch that a person needs to know of: the newest that asks, or if all are over, the newest; else null. The end of one session
 * has a notification of its own, unless it asks.
 */
export function batchToNotifyOf(batches: readonly BatchView[]): BatchView | null {
  const many = batches.filter(
    ({ cause, phase: { kind } }) => kind === 'asking' || (cause !== 'one' && kind !== 'waiting'),
  )
  const asking = many.findLast(({ phase }) => phase.kind === 'asking')
  const isOver = many.every(({ phase }) => phase.kind === 'done')
  return asking ?? (isOver ? many.at(-1) : null) ?? null
}

/** Returns the notification about a batch that is over or asks; null while it is under way. `ends` are those of its account. */
export function bulkRevocationNotification(
  accountId: string,
  batch: BatchView,
  ends: () => readonly EndView[],
  { who, server }: Subject,
  t: Translate,
): NotificationContent | null {
  const { phase, counts, number } = batch
  const of = (title: string, detail: string): NotificationContent => ({
    id: bulkRevocationNotificationId(accountId),
    title,
    body: [who, detail].filter(Boolean).join('\n'),
    target: { page: 'sessions', accountId, key: null },
  })
  const left = countUnfinished(counts)
  if (phase.kind === 'asking')
    return of(
      t('bulkRevocation.open', { n: left }, left),
      t(`bulkRevocation.stop.${phase.why}`, { days: MAX_WAIT_DAYS }),
    )
  if (phase.kind !== 'done') return null
  const own = hasFailures(counts) ? ends().filter(({ batches }) => batches.includes(number)) : []
  const reason = commonReason(own, () => notifiedServer(server), t)
  // The translator formats numbers.
  return of(
    endsHeading(counts, t, (n) => n),
    reason,
  )
}

/** Returns the notification about a rule's run; that of the outcome replaces it. `who` is the account's label. */
export function ruleNotification(
  { accountId, afterDays, count }: RuleRun,
  who: string,
  t: Translate,
): NotificationContent {
  return {
    id: bulkRevocationNotificationId(accountId),
    title: t('rules.notification', { n: count, days: afterDays }, count),
    body: [who, t('rules.notificationHow')].join('\n'),
    target: { page: 'sessions', accountId, key: null },
  }
}

/** Returns the id of the notification about a bulk revocation, and about a rule's run. */
export function bulkRevocationNotificationId(accountId: string): string {
  return `bulk-${accountId}`
}

/** Returns the id of the notification about an account that is no longer signed in. */
export function statusNotificationId(accountId: string): string {
  return `status-${accountId}`
}

/** Returns the id of the notification about a new sign-in. */
export function alertNotificationId(accountId: string, key: number): string {
  return `alert-${accountId}-${key}`
}

/** Returns the id of the notification that several new sign-ins of an account share. */
export function sharedAlertNotificationId(accountId: string): string {
  return `alerts-${accountId}`
}

/** The maximum number of separate notifications; more sign-ins share one. */
const MAX_SEPARATE = 3

/**
 * Returns the notifications about new sign-ins of one account in one list. A click on a single one opens its row, a
 * click on a shared one the list.
 */
export function alertNotifications(
  alerts: readonly NewSignIn[],
  who: string,
  t: Translate,
): NotificationContent[] {
  const [first] = alerts
  if (!first) return []
  const { accountId } = first
  const n = alerts.length
  if (n > MAX_SEPARATE)
    return [
      {
        id: sharedAlertNotificationId(accountId),
        title: t('alerts.many', { n }, n),
        body: [who, t('tray.ifOneNotYou')].join('\n'),
        target: { page: 'sessions', accountId, key: null },
        newKeys: alerts.map(({ key }) => key),
      },
    ]
  return alerts.map(({ key, name }) => ({
    id: alertNotificationId(accountId, key),
    title: t('alerts.one', { name }),
    body: [who, t('tray.ifNotYou')].join('\n'),
    target: { page: 'sessions', accountId, key },
    newKeys: [key],
  }))
}

/** Returns the notification about an account that is no longer signed in; null if it is. */
export function statusNotification(
  accountId: string,
  status: AccountStatus,
  who: string,
  t: Translate,
): NotificationContent | null {
  if (status === 'signedIn') return null
  const text = t(`accountStatus.${status}`, { name: who })
  const hasHelp = status === 'renewalLost' || status === 'unreadable'
  return {
    id: statusNotificationId(accountId),
    title: t(`accountStatus.${status}Short`),
    body: hasHelp ? `${text} ${t(`accountStatus.${status}Help`)}` : text,
    target: { page: 'sessions', accountId, key: null },
  }
}

/** Returns the id of the notification about an account's password: a later outcome replaces an earlier one. */
export function passwordNotificationId(accountId: string): string {
  return `password-${accountId}`
}

/**
 * Returns the notification about a password change. `who` is the account's label; `timeOf` formats a time in its time
 * zone.
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
    target: { page: 'password', accountId, key: null },
  })
  switch (verdict) {
    case 'changed':
      return of(t('passwordNotification.changed'))
    case 'unchanged':
      // A refusal is final; a sign-in only shows the state at that time, and the change may still be carried out.
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

/** Returns the id of the notification about an account's renewal. */
export function renewalNotificationId(accountId: string): string {
  return `renewal-${accountId}`
}

/** Returns the notification about a token that expires soon and could not be renewed. `who` is the account's label. */
export function renewalNotification(accountId: string, who: string, t: Translate): NotificationContent {
  return {
    id: renewalNotificationId(accountId),
    title: t('renewalWarning.notification'),
    body: [who, t('renewalWarning.notificationHow')].join('\n'),
    target: { page: 'sessions', accountId, key: null },
  }
}

/** Returns the id of the notification about a due review. */
export function reviewNotificationId(accountId: string): string {
  return `review-${accountId}`
}

/** Returns the notification that the next review of an account's sessions is due. `who` is the account's label. */
export function reviewNotification(accountId: string, who: string, t: Translate): NotificationContent {
  return {
    id: reviewNotificationId(accountId),
    title: t('review.due'),
    body: [who, t('review.dueHow')].join('\n'),
    target: { page: 'review', accountId, key: null },
  }
}

/** Returns the notification about a session that may still be signed in. */
export function unconfirmedNotification(
  { id, cause, baseUrl, name }: UnconfirmedSession,
  t: Translate,
): NotificationContent {
  const server = hostOf(baseUrl)
  return {
    id: `unconfirmed-${id}`,
    title:
      cause === 'signIn' || name === null
        ? t('unconfirmed.signIn', { server })
        : t('unconfirmed.signOut', { name, server }),
    body: t('unconfirmed.open'),
    target: { page: 'sessions', accountId: null, key: null },
  }
}
