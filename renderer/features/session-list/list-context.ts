import {
  inject,
  provide,
  shallowRef,
  type Component,
  type InjectionKey,
  type Ref,
  type ShallowRef,
} from 'vue'
import type { Account } from '../../../electron/shared/account.ts'
import { validTimeZone } from '../../../electron/shared/dates.ts'
import type { SessionList } from '../../../electron/shared/session-list.ts'
import { useNow } from '../../lib/now.ts'
import { isListUnsure } from './list-state.ts'
import type { ListedSession } from './listed-session.ts'
import type { ListSelection } from './selection.ts'
import type { useStillRows } from './still-rows.ts'

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

/** The rows of a list as the person searches, sorts and selects them. */
export interface ListRows extends Pick<ReturnType<typeof useStillRows>, 'held' | 'show'> {
  /** The sessions of the rows, without those that are gone. */
  shown: Ref<readonly ListedSession[]>
  /** Those of them that are not being ended, nor kept, nor this device: what the chip that is on still asks about. */
  asked: Ref<readonly ListedSession[]>
  /** Those of them that can be ended together; null while no chip is on. */
  endable: Ref<readonly ListedSession[] | null>
  selection: ListSelection
  /** The selected ones, in the shown order. */
  chosen: Ref<readonly ListedSession[]>
}

/** What a person does in a list in place of ending sessions, such as a review. Its rows keep their places. */
export interface ListTask {
  /** What stands in the action column; it gets the `session`. */
  control: Component
  /** What can be done with the selected sessions. */
  choices(rows: ListRows): { text: string; run(): unknown }[]
  /** Whether a session still needs the person. */
  isOpen(session: ListedSession): boolean
  /** The person comes to the list; `go` moves the focus to the row with a key. */
  begin(rows: ListRows, go: (row: string) => unknown): void
  /** Does what a key means in the row of a session; returns whether it means anything. */
  press(key: string, session: ListedSession, rows: ListRows, go: (row: string) => unknown): boolean
}

/** What every part of a list may need to know about it. The functions are reactive. */
export interface ListContext {
  /** The account of the list. In a list of several: what the rows of an account that is gone depend on. */
  account(): ListAccount
  /** The accounts of a list of several by id; null in a list of one account. */
  accounts(): ReadonlyMap<string, RowAccount> | null
  /** The ids of these accounts, or of the one. */
  accountIds(): string[]
  /** The account of a session, with its texts in a list of several. */
  accountOf(session: { accountId?: string | undefined }): ListAccount & Partial<RowAccount>
  /** Null: sessions are ended. */
  task: ListTask | null
  /** Epoch ms by this computer's clock: one clock for the rows and the details, so that both show the same age. */
  now: Readonly<Ref<number>>
  /** The same once a minute, for the chips. */
  minute: Readonly<Ref<number>>
  /** Null before the rows are there. */
  rows: ShallowRef<ListRows | null>
  /** The key of the row whose details are open, and whether the person has just asked to name its session. */
  opened: ShallowRef<{ row: string; isNaming?: boolean } | null>
}

const LIST: InjectionKey<ListContext> = Symbol('list')

/** Provides the list of one account, or of several, to the components below. */
export function provideList(
  account: ListContext['account'],
  accounts: ListContext['accounts'] = () => null,
  task: ListTask | null = null,
): void {
  const accountOf: ListContext['accountOf'] = ({ accountId = '' }) => accounts()?.get(accountId) ?? account()
  const accountIds = (): string[] => [...(accounts()?.keys() ?? [account().id])]
  const [now, minute] = [useNow(10_000), useNow(60_000)]
  const [rows, opened] = [shallowRef(null), shallowRef(null)]
  provide(LIST, { account, accounts, accountIds, accountOf, task, now, minute, rows, opened })
}

/** The list that the component is part of, or null. */
export const useListIfAny = (): ListContext | null => inject(LIST, null)

/** The list that the component is part of. Throws outside a list. */
export function useList(): ListContext {
  const list = useListIfAny()
  if (!list) throw new Error('Not in a list')
  return list
}

/** The rows of the list. Throws before they are there. */
export function useRows(): ListRows {
  const rows = useList().rows.value
  if (!rows) throw new Error('Not among rows')
  return rows
}
