import type { NewSignIn } from '../contract/activity.ts'
import type { Ending, RevocationOutcome } from '../contract/ending.ts'
import type { AccountStatus } from '../contract/account.ts'
import type { Place } from '../contract/navigation.ts'
import type { PasswordVerdict } from '../contract/password.ts'
import type { UnconfirmedSession } from '../contract/session.ts'
import type { RuleRun } from '../contract/rules.ts'
import { hostOf } from './diagnostics-text.ts'
import type { Words } from './words.ts'

/** Something to be told outside the window; `id` names it, so that a later one takes its place and it can be taken back. */
export interface Notice {
  id: string
  title: string
  body: string
  /** Where a click leads to. */
  place: Place
}

/** What became of the end of one session. `who` names the account. */
export function noticeOfEnd(
  { accountId, sessionId, name, outcome }: EndedSession,
  who: string,
  t: Words,
): Notice {
  const place: Place = { page: 'sessions', accountId, sessionId: null }
  const of = (title: string, body = who): Notice => ({
    id: `end-${accountId}-${sessionId}`,
    title,
    body,
    place,
  })
  switch (outcome.kind) {
    case 'ended':
      return of(t('ending.ended', { name }))
    case 'alreadyGone':
      return of(t('ending.alreadyGone', { name }))
    case 'failed':
      return of(t('ending.failed', { name }))
    case 'notConfirmed':
      return of(t('ending.notConfirmed', { name }), t('ending.notConfirmedHelp'))
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
export function noticeOfEnding({ accountId, phase, counts }: Ending, who: string, t: Words): Notice | null {
  const of = (title: string, body: string): Notice => ({
    id: idOfEnding(accountId),
    title,
    body,
    place: { page: 'sessions', accountId, sessionId: null },
  })
  const left = counts.queued + counts.sent
  if (phase.is === 'interrupted')
    return of(t('endMany.open', { n: left }, left), t(`endMany.stop.${phase.reason}`))
  if (phase.is !== 'done') return null
  const ended = counts.confirmed
  const others = (['failed', 'notConfirmed', 'alreadyGone', 'cancelled'] as const).filter(
    (state) => counts[state] > 0,
  )
  const lines = others.map((state) => t(KEYS[state], { n: counts[state] }, counts[state]))
  return of(t('endMany.ended', { n: ended }, ended), [who, ...lines].join('\n'))
}

/** Sessions that a rule is ending; what became of them takes its place. `who` names the account. */
export function noticeOfRule({ accountId, afterDays, count }: RuleRun, who: string, t: Words): Notice {
  return {
    id: idOfEnding(accountId),
    title: t('rules.notice', { n: count, days: afterDays }, count),
    body: [who, t('rules.noticeHow')].join('\n'),
    place: { page: 'sessions', accountId, sessionId: null },
  }
}

const KEYS = {
  failed: 'endMany.failed',
  notConfirmed: 'endMany.notConfirmed',
  alreadyGone: 'endMany.gone',
  cancelled: 'endMany.cancelled',
} as const

/** The id of the notice about the end of many, and of a rule's. */
export function idOfEnding(accountId: string): string {
  return `ending-${accountId}`
}

/** The id of the notice that an account is no longer signed in. */
export function idOfStanding(accountId: string): string {
  return `standing-${accountId}`
}

/** The id of the notice about a new sign-in. */
export function idOfAlert(accountId: string, sessionId: number): string {
  return `alert-${accountId}-${sessionId}`
}

/** As many sign-ins as are told one by one; more are told as a number. */
const ONE_BY_ONE = 3

/** New sign-ins of one account that one list told; a click leads to the row of one, or to the list of many. */
export function noticesOfAlerts(alerts: readonly NewSignIn[], who: string, t: Words): Notice[] {
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
    id: idOfAlert(accountId, sessionId),
    title: t(mayBeRenewed ? 'alerts.perhapsRenewed' : 'alerts.one', { name }),
    body: [who, t('tray.ifNotYou')].join('\n'),
    place: { page: 'sessions', accountId, sessionId },
  }))
}

/** Why an account is no longer signed in; null when it is. */
export function noticeOfStanding(
  accountId: string,
  standing: AccountStatus,
  who: string,
  t: Words,
): Notice | null {
  if (standing === 'signedIn') return null
  return {
    id: idOfStanding(accountId),
    title: t(`standing.${standing}Short`),
    body: t(`standing.${standing}`, { name: who }),
    place: { page: 'sessions', accountId, sessionId: null },
  }
}

/** What became of the change of one account's password. `canFindOut`: signing in could still tell. */
export interface SettledPassword {
  accountId: string
  verdict: PasswordVerdict
  canFindOut: boolean
  /** When signing in told so, epoch ms by this computer's clock; null when the service said so itself, or nobody did. */
  foundAt: number | null
}

/** The id of the notice about an account's password: what is found out later takes the place of what was told before. */
export function idOfPassword(accountId: string): string {
  return `password-${accountId}`
}

/**
 * What became of it, for whoever does not look at the window; a click leads to the page. `who` names the
 * account; `timeOf` says an hour as its owner reads it.
 */
export function noticeOfPassword(
  { accountId, verdict, canFindOut, foundAt }: SettledPassword,
  who: string,
  t: Words,
  timeOf: (at: number) => string,
): Notice {
  const of = (title: string, ...lines: string[]): Notice => ({
    id: idOfPassword(accountId),
    title,
    body: [who, ...lines].join('\n'),
    place: { page: 'password', accountId, sessionId: null },
  })
  switch (verdict) {
    case 'changed':
      return of(t('passwordNotice.changed'))
    case 'unchanged':
      // What the service refused stays as it was; a sign-in only tells how it stood at that moment.
      return foundAt === null
        ? of(t('passwordNotice.unchanged'), t('passwordNotice.oldWorks'))
        : of(t('passwordNotice.oldWorked', { time: timeOf(foundAt) }), t('passwordNotice.mayStillChange'))
    case 'notSent':
      return of(t('passwordNotice.unchanged'), t('passwordNotice.notSent'))
    case 'unknown':
      return of(
        t('passwordNotice.unknown'),
        canFindOut ? t('passwordNotice.findOut') : t('passwordReport.tryNew'),
      )
  }
}

/** The id of the notice about an account's renewal. */
export function idOfRenewal(accountId: string): string {
  return `renewal-${accountId}`
}

/** That a token ends soon and could not be renewed. `who` names the account. */
export function noticeOfRenewal(accountId: string, who: string, t: Words): Notice {
  return {
    id: idOfRenewal(accountId),
    title: t('renewalTrouble.notice'),
    body: [who, t('renewalTrouble.noticeHow')].join('\n'),
    place: { page: 'sessions', accountId, sessionId: null },
  }
}

/** That a session may still be signed in; the window says what to do about it. */
export function unconfirmedNotification({ id, cause, baseUrl, name }: UnconfirmedSession, t: Words): Notice {
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
