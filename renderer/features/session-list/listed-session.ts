import type { DeviceSession } from '../../../electron/shared/session.ts'

/** A session of a list; in a list of several accounts with the id and the texts of its account. */
export interface ListedSession extends DeviceSession {
  accountId?: string
  /** The account's name and place, for the search. */
  accountText?: string
}

/** The key of a session in its list. It includes the account in a list of several, where keys may be equal. */
export function keyOf({ key, accountId }: Pick<ListedSession, 'key' | 'accountId'>): string {
  return accountId === undefined ? String(key) : `${accountId} ${key}`
}
