import type { DeviceSession } from '../../../electron/shared/session.ts'
import type { RowAccount } from './list-account.ts'

/** A session of a list; in a list of several accounts with the id and the texts of its account. */
export interface ListedSession extends DeviceSession {
  accountId?: string
  /** The account's name and place, for the search. */
  accountText?: string
}

/**
 * The current time by the service's clock (epoch ms), the profile's time zone, and the language (BCP 47). `accounts` are
 * the accounts of a list of several; `now` is then by this computer's clock.
 */
export interface ViewContext {
  now: number
  zone: string | undefined
  locale: string
  accounts?: ReadonlyMap<string, RowAccount> | null
}

/** The key of a session in its list. It includes the account in a list of several, where keys may be equal. */
export function keyOf({ key, accountId }: Pick<ListedSession, 'key' | 'accountId'>): string {
  return accountId === undefined ? String(key) : `${accountId} ${key}`
}
