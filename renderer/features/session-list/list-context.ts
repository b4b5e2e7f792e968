import { inject, provide, shallowRef, type Component, type InjectionKey, type ShallowRef } from 'vue'
import type { Account } from '../../../electron/shared/account.ts'
import { validTimeZone } from '../../../electron/shared/dates.ts'
import type { SessionList } from '../../../electron/shared/session-list.ts'
import { isListUnsure } from './list-state.ts'
import type { ListedSession } from './listed-session.ts'
import type { ListSelection } from './selection.ts'

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

/** What a person does in a list in place of ending sessions, such as a review. Its rows keep their places. */
export interface ListTask {
  /** What stands in the action column; it gets the `session`. */
  control: Component
  /** Whether a session still needs the person. */
  isOpen(session: ListedSession): boolean
  /** The person comes to the list. */
  begin(list: TaskRows): void
  /** Does what a key means in the row of a session; returns whether it means anything. */
  press(key: string, session: ListedSession, list: TaskRows): boolean
}

/** What a task acts on; `go` moves the focus to the row with a key. */
export interface TaskRows {
  rows: readonly ListedSession[]
  selection: Pick<ListSelection, 'selected' | 'none'>
  go(row: string): unknown
}

/** What every part of a list may need to know about it. The functions are reactive. */
export interface ListContext {
  /** The account of the list. In a list of several: what the rows of an account that is gone depend on. */
  account(): ListAccount
  /** The accounts of a list of several by id; null in a list of one account. */
  accounts(): ReadonlyMap<string, RowAccount> | null
  /** The account of a session. */
  accountOf(session: { accountId?: string | undefined }): ListAccount
  /** Null: sessions are ended. */
  task: ListTask | null
  /** The shown rows that can be ended together, of the chip that is on; `isOff` while rows are selected. Null while no chip is on. */
  endable: ShallowRef<{ sessions: readonly ListedSession[]; isOff: boolean } | null>
}

const LIST: InjectionKey<ListContext> = Symbol('list')

/** Provides the list of one account, or of several, to the components below. */
export function provideList(
  account: ListContext['account'],
  accounts: ListContext['accounts'] = () => null,
  task: ListTask | null = null,
): void {
  const accountOf: ListContext['accountOf'] = ({ accountId = '' }) => accounts()?.get(accountId) ?? account()
  provide(LIST, { account, accounts, accountOf, task, endable: shallowRef(null) })
}

/** The list that the component is part of. Throws outside a list. */
export function useList(): ListContext {
  const list = inject(LIST)
  if (!list) throw new Error('Not in a list')
  return list
}
