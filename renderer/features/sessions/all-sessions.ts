import { computed } from 'vue'
import type { Account } from '../../../electron/shared/account.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { isSameExcept } from '../../../electron/shared/fields.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useAccountSwitch } from '../../lib/account-switch.ts'
import { listAccountOf, type RowAccount } from '../session-list/list-account.ts'
import type { ListedSession } from '../session-list/listed-session.ts'
import { useSessions } from '../session-list/session-lists.ts'
import { pictureOf } from '../../ui/account-picture.ts'

/** The sessions of one account for the list of all accounts, and the values that they were computed from. */
interface CachedSessions {
  from: readonly DeviceSession[]
  text: string
  sessions: readonly ListedSession[]
}

/** Returns `before` if both have the same elements, so that values that depend on it are not computed again. */
function reuseIfSame<T>(
  before: readonly T[] | undefined,
  now: readonly T[],
  isSame: (one: T, other: T) => boolean = Object.is,
): readonly T[] {
  return before?.length === now.length && before.every((one, at) => isSame(one, now[at] as T)) ? before : now
}

/**
 * The sessions of all signed-in accounts, and the accounts by id. `sessions` is null until the first list is loaded. Each
 * value stays the same object until it changes, because updates come several times a second.
 */
export function useAllSessions() {
  const app = useAppStore()
  const lists = useSessions()
  const { detailOf } = useAccountSwitch()
  const cache = new Map<string, CachedSessions>()

  const included = computed(() => app.state.accounts.filter(({ status }) => status === 'signedIn'))

  const rowAccount = (account: Account): RowAccount => ({
    ...listAccountOf(account, lists.lists.get(account.id)),
    name: account.user.name,
    place: detailOf(account),
    hue: pictureOf(account.baseUrl, account.user).hue,
  })
  const rowAccounts = computed((before?: readonly RowAccount[]) =>
    reuseIfSame(before, included.value.map(rowAccount), isSameExcept),
  )
  const accounts = computed(() => new Map(rowAccounts.value.map((account) => [account.id, account])))

  /** Computed once for each list and name, because copying ten thousand sessions at each update is slow. */
  function sessionsOf({ id, name, place }: RowAccount): readonly ListedSession[] | null {
    const from = lists.lists.get(id)?.sessions
    if (!from) return null
    const text = `${name}\n${place}`
    const cached = cache.get(id)
    if (cached?.from === from && cached.text === text) return cached.sessions
    const sessions = from.map((session) => ({ ...session, accountId: id, accountText: text }))
    cache.set(id, { from, text, sessions })
    return sessions
  }
  const parts = computed((before?: readonly (readonly ListedSession[] | null)[]) =>
    reuseIfSame(before, rowAccounts.value.map(sessionsOf)),
  )
  const sessions = computed(() =>
    parts.value.some((part) => part !== null) ? parts.value.flatMap((part) => part ?? []) : null,
  )

  return { sessions, accounts }
}
