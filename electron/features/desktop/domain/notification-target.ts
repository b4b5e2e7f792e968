import type { NavigationTarget } from '../../../shared/navigation.ts'

/** The sessions of the account that is shown anyway. */
export const NOWHERE: NavigationTarget = { page: 'sessions', accountId: null, sessionId: null }

/** Ids of notifications: what it is about, the account, and for some the session. */
const ABOUT_ACCOUNT = /^(alert|alerts|end|ending|password|renewal|standing)-([0-9a-f]{16})(?:-(\d+))?$/

/**
 * Where a click on a notification leads to that an earlier run of the app showed, and of which only the id is left. An id
 * that says nothing leads to what is shown anyway.
 */
export function parseNotificationTarget(id: string): NavigationTarget {
  const [, about, accountId, session] = ABOUT_ACCOUNT.exec(id) ?? []
  if (about === undefined || accountId === undefined) return NOWHERE
  if (about === 'password') return { page: 'password', accountId, sessionId: null }
  const sessionId = about === 'alert' && session !== undefined ? Number(session) : null
  return { page: 'sessions', accountId, sessionId }
}

/** The id of the notification that was clicked, from what Windows hands over (`type=click&tag=ID`); null without one. */
export function parseActivatedId(activation: string): string | null {
  return new URLSearchParams(activation).get('tag') || null
}
