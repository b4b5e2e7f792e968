import type { NewSignIn } from '../contract/activity.ts'
import type { Ending } from '../contract/ending.ts'
import type { RevocationOutcome, Place, AccountStatus } from '../contract/models.ts'
import type { RuleRun } from '../contract/rules.ts'
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
