import type { DeviceSession } from '../../../../electron/shared/session.ts'

/** A session of a list; in a list of several accounts it has the id and the name of its account. */
export interface ListedSession extends DeviceSession {
  accountId?: string
  /** The account's name and place, which the search finds. */
  accountText?: string
}

/** The account of a row: how it is called, and what its row depends on. */
export interface RowAccount {
  id: string
  name: string
  /** Its tenant and server. */
  place: string
  /** The service's clock minus this computer's, ms. */
  skew: number
  zone: string | undefined
  /** Whether its token can be renewed. */
  renewable: boolean
  /** Whether none can be selected: it is unclear which one is this device, or several are being ended already. */
  locked: boolean
}

/**
 * The current time by the service's clock (epoch ms), the profile's time zone, and the language (BCP 47). `accounts`: the
 * accounts of a list of several, for which `now` is by this computer's clock.
 */
export interface ViewContext {
  now: number
  zone: string | undefined
  locale: string
  accounts?: ReadonlyMap<string, RowAccount> | null
}

/** The key of a session in its list: ids of several accounts may be equal. */
export function keyOf({ id, accountId }: Pick<ListedSession, 'id' | 'accountId'>): string {
  return accountId === undefined ? String(id) : `${accountId} ${id}`
}

/** A session that is being ended. */
export interface ListedEnd {
  sessionId: number
  accountId?: string
}

/** The key of the session that is being ended. */
export const keyOfEnd = ({ sessionId: id, ...account }: ListedEnd): string => keyOf({ id, ...account })
