import type { Account } from '../../../electron/shared/account.ts'
import { validTimeZone } from '../../../electron/shared/dates.ts'
import type { SessionList } from '../../../electron/shared/session-list.ts'
import { isListUnsure } from './list-state.ts'

/** What the rows of an account depend on. */
export interface ListAccount {
  id: string
  /** The service's clock minus this computer's, ms. */
  skew: number
  /** The profile's time zone as an IANA name; undefined for the system's. */
  zone: string | undefined
  /** Whether its token can be renewed. */
  renewable: boolean
  /** Whether no session can be selected, because the list is not sure. */
  locked: boolean
}

/** An account of a list of several. */
export interface RowAccount extends ListAccount {
  name: string
  /** Its tenant and server. */
  place: string
  /** The hue of its picture, degrees. */
  hue: number
}

/** What the rows of an account depend on, by its list. Null: there is no account. */
export function listAccountOf(account: Account | null, list: SessionList | undefined): ListAccount {
  const withToken = account?.credential.kind === 'instance'
  return {
    id: account?.id ?? '',
    skew: list?.skew ?? 0,
    zone: validTimeZone(account?.user.timezone),
    renewable: !withToken,
    locked: isListUnsure(list, withToken),
  }
}
