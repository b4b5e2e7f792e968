import { unrecordedKey, type DeviceSession } from '../../../electron/shared/session.ts'

/** A session of a list; in a list of several accounts with the id and the texts of its account. */
export interface ListedSession extends DeviceSession {
  accountId?: string
  /** The account's name and place, for the search. */
  accountText?: string
}

/** The key of a session in its list. It includes the account in a list of several, where keys may be equal. */
export function keyOf({ key, accountId }: { key: number; accountId?: string | undefined }): string {
  return accountId === undefined ? String(key) : `${accountId} ${key}`
}

/** The key that a session had in its list before the record had it: an unclear list may have shown it. */
export const keyBefore = ({ id, accountId }: ListedSession): string =>
  keyOf({ key: unrecordedKey(id), accountId })
