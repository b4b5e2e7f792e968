import { computed, watchEffect } from 'vue'
import { isSameExcept } from '../../../electron/shared/fields.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { useReviews } from '../review/reviews.ts'
import type { RowAccount } from '../session-list/list-context.ts'
import { useListView } from '../session-list/list-view.ts'
import type { ListedSession } from '../session-list/listed-session.ts'
import { useSessions } from '../session-list/session-lists.ts'
import type { AccountSummary } from './account-summaries.ts'

/** Returns `before` if both have the same elements, so that values that depend on it are not computed again. */
function reuseIfSame<T>(
  before: readonly T[] | undefined,
  now: readonly T[],
  isSame: (a: T, b: T) => boolean,
) {
  return before?.length === now.length && before.every((one, at) => isSame(one, now[at] as T)) ? before : now
}

/**
 * The sessions of all signed-in accounts, or of the one that the person looks at, and these accounts by id. Loads their lists and
 * reviews, also of accounts added later. Each value stays the same object until it changes, because updates come several times a second.
 */
export function useAllAccounts(summaries: () => readonly AccountSummary[]) {
  const lists = useSessions()
  const reviews = useReviews()
  const listView = useListView()

  const included = computed(() => summaries().filter(({ isIncluded }) => isIncluded))
  const asked = new Set<string>()
  watchEffect(() => {
    for (const { id } of included.value.filter((account) => !asked.has(account.id))) {
      asked.add(id)
      // A list may already have arrived as an event.
      if (!lists.lists.get(id)?.sessions) void lists.open(id)
      void reviews.open(id)
    }
    if (!included.value.some(({ id }) => id === listView.accountId)) listView.accountId = null
  })

  const shown = computed((before?: readonly RowAccount[]) => {
    const accounts = included.value.filter(({ id }) => id === (listView.accountId ?? id))
    return reuseIfSame(before, accounts, (a, b) =>
      isSameExcept<Partial<AccountSummary>>(a, b, 'count', 'list', 'problem'),
    )
  })

  const made = new WeakMap<readonly DeviceSession[], readonly ListedSession[]>()
  /** Made once for each list and name, because copying ten thousand sessions at each update is slow. */
  function sessionsOf({ id, name, place }: RowAccount): readonly ListedSession[] | null {
    const from = lists.lists.get(id)?.sessions ?? null
    if (!from?.length) return from
    const accountText = `${name}\n${place}`
    const before = made.get(from)
    if (before?.[0]?.accountText === accountText) return before
    const sessions = from.map((session) => ({ ...session, accountId: id, accountText }))
    made.set(from, sessions)
    return sessions
  }
  const parts = computed((before?: readonly (readonly ListedSession[] | null)[]) =>
    reuseIfSame(before, shown.value.map(sessionsOf), Object.is),
  )
  return {
    accounts: computed(() => new Map(shown.value.map((account) => [account.id, account]))),
    /** Null until the first list is loaded. */
    sessions: computed(() =>
      parts.value.some((part) => part !== null) ? parts.value.flatMap((part) => part ?? []) : null,
    ),
  }
}
