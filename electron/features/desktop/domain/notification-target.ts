import type { NavigationTarget } from '../../../shared/navigation.ts'

/** The target of a notification without its own: the sessions of the active account. */
export const DEFAULT_TARGET: NavigationTarget = { page: 'sessions', accountId: null, key: null }

/** The id of a notification about an account: subject, account id, and for some subjects the key of the session. */
const ABOUT_ACCOUNT =
  /^(alert|alerts|bulk|password|renewal|review|revocation|status)-([0-9a-f]{32})(?:-(-?\d+))?$/

/**
 * Parses the target of a notification from its id, because nothing else is known of a notification of an earlier run.
 * Other ids return `DEFAULT_TARGET`.
 */
export function parseNotificationTarget(id: string): NavigationTarget {
  const [, about, accountId, session] = ABOUT_ACCOUNT.exec(id) ?? []
  if (about === undefined || accountId === undefined) return DEFAULT_TARGET
  if (about === 'password' || about === 'review') return { page: about, accountId, key: null }
  const key = about === 'alert' && session !== undefined ? Number(session) : null
  return { page: 'sessions', accountId, key }
}

/**
 * Parses the id of a clicked notification from Windows' activation arguments (`type=click&tag=ID`); null if there is
 * none.
 */
export function parseActivatedId(activation: string): string | null {
  return new URLSearchParams(activation).get('tag') || null
}
