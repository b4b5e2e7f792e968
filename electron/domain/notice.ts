import type { EndOutcome, Place, Standing } from '../contract/models.ts'
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
  outcome: EndOutcome
}

/** Why an account is no longer signed in; null when it is. */
export function noticeOfStanding(
  accountId: string,
  standing: Standing,
  who: string,
  t: Words,
): Notice | null {
  if (standing === 'signedIn') return null
  return {
    id: `standing-${accountId}`,
    title: t(`standing.${standing}Short`),
    body: t(`standing.${standing}`, { name: who }),
    place: { page: 'sessions', accountId, sessionId: null },
  }
}
