import { computed, watchEffect } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Account } from '../../../electron/shared/account.ts'
import { freshAge, validTimeZone } from '../../../electron/shared/dates.ts'
import { serverName } from '../../../electron/shared/server-name.ts'
import { useAccountSwitch } from '../../lib/account-switch.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useDates } from '../../lib/dates.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { pictureOf } from '../../ui/account-picture.ts'
import { listAccountOf, type RowAccount } from '../session-list/list-context.ts'
import { useListStates, useRetryText, type ListState } from '../session-list/list-state.ts'
import { useSessions } from '../session-list/session-lists.ts'
import { isSameExcept } from '../../../electron/shared/fields.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { useReviews } from '../review/reviews.ts'
import { useListView } from '../session-list/list-view.ts'
import type { ListedSession } from '../session-list/listed-session.ts'

export interface AccountSummary extends RowAccount {
  /** Whether its sessions are in the list of all accounts: it is signed in. */
  isIncluded: boolean
  count: number
  /** The number of its sessions and the age of their list, or empty. */
  list: string
  /** Why it needs a look, or empty. */
  problem: string
}

/** Returns what is said of each account at `now`, epoch ms by this computer's clock. */
export function useAccountSummaries(now: () => number) {
  const { t, locale } = useI18n()
  const dates = useDates()
  const say = useFailureText()
  const retryText = useRetryText()
  const app = useAppStore()
  const sessions = useSessions()
  const { detailOf } = useAccountSwitch()
  const { endsWait, stateOf } = useListStates()

  /** The number of its sessions, and the age of its list. */
  function listText({ id, user }: Account, state: ListState): string {
    const { sessions: rows, checkedAt = null } = sessions.lists.get(id) ?? {}
    if (!rows || checkedAt === null) return state.kind === 'loading' ? t('sessions.loading') : ''
    const age = endsWait(id)
      ? `${t('sessions.lastKnown')}, ${dates(validTimeZone(user.timezone)).moment(checkedAt)}`
      : t('sessions.checked', { age: freshAge(checkedAt, now(), locale.value, t('time.now')) })
    return `${t('sessions.count', rows.length)} · ${age}`
  }
  /** That this computer is offline is no problem of each account. */
  function problemText(state: ListState, baseUrl: string): string {
    if (state.kind === 'failed') return say(state.failure, serverName(baseUrl))
    if (state.kind === 'stale') return t('sessions.stale')
    if (state.kind !== 'limited') return ''
    return `${t('sessions.limited')} ${retryText(state.retryAt, now())}`
  }

  return computed(() =>
    app.state.accounts.map((account): AccountSummary => {
      const { id, user, baseUrl, status } = account
      const state = stateOf(id, now())
      const isIncluded = status === 'signedIn'
      return {
        ...listAccountOf(account, sessions.lists.get(id)),
        name: user.name,
        place: detailOf(account),
        hue: pictureOf(baseUrl, user).hue,
        isIncluded,
        count: (isIncluded && sessions.lists.get(id)?.sessions?.length) || 0,
        list: isIncluded ? listText(account, state) : '',
        problem: isIncluded ? problemText(state, baseUrl) : t('allAccounts.notIncluded'),
      }
    }),
  )
}

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
      void lists.open(id)
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
