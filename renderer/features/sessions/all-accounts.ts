import { computed, watch } from 'vue'
import type { Account } from '../../../electron/shared/account.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import type { SessionList } from '../../../electron/shared/session-list.ts'
import { canReach } from '../../../electron/shared/loopback.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useAccountSwitch } from '../../lib/account-switch.ts'
import { useReviews } from '../review/reviews.ts'
import { listState, type ListState } from '../session-list/list-state.ts'
import { useEndsWait } from '../session-list/waiting-ends.ts'
import { matchesFilter } from '../session-list/session-filter.ts'
import { useSessions } from '../session-list/session-lists.ts'

/** The number of days without use after which the overview counts a session as unused. */
export const UNUSED_DAYS = 90

/** The counts of one account's list. */
export interface AccountCounts {
  sessions: number
  isNew: number
  unused: number
}

/** The overview of one account; `counts` is null without a list, and `state` for an account that is not included. */
export interface AccountSummary {
  id: string
  name: string
  /** Its tenant and server, or why it is not included. */
  place: string
  baseUrl: string
  counts: AccountCounts | null
  checkedAt: number | null
  /** Whether the rows are from an earlier run, or the service cannot be reached. */
  isLastKnown: boolean
  state: ListState | null
}

/** Counts the sessions of a list; `now` is epoch ms by the service's clock. */
export function countsOf(sessions: readonly DeviceSession[], now: number): AccountCounts {
  const unused = { kind: 'inactive', days: UNUSED_DAYS } as const
  return {
    sessions: sessions.length,
    isNew: sessions.filter(({ isNew }) => isNew).length,
    unused: sessions.filter((session) => !session.isCurrent && matchesFilter(session, unused, now)).length,
  }
}

/** The sums of the counts of all included accounts. */
export function sumOf(summaries: readonly Pick<AccountSummary, 'counts'>[]): AccountCounts {
  const all = summaries.flatMap(({ counts }) => counts ?? [])
  const sum = (part: keyof AccountCounts): number => all.reduce((total, each) => total + each[part], 0)
  return { sessions: sum('sessions'), isNew: sum('isNew'), unused: sum('unused') }
}

/**
 * Whether an account has a problem or is not included, so that the overview always shows it. That this computer is offline is
 * no problem of each account.
 */
export function needsAttention({ state }: Pick<AccountSummary, 'state'>): boolean {
  return state === null || !['loading', 'fresh', 'offline'].includes(state.kind)
}

/** Loads the lists and the reviews of all signed-in accounts, also of those added later. */
export function useOpenLists(): void {
  const app = useAppStore()
  const sessions = useSessions()
  const reviews = useReviews()
  const asked = new Set<string>()
  watch(
    () => app.state.accounts.filter(({ status }) => status === 'signedIn').map(({ id }) => id),
    (ids) => {
      for (const id of ids.filter((each) => !asked.has(each))) {
        asked.add(id)
        // A list may already have arrived as an event.
        if (!sessions.lists.get(id)?.sessions) void sessions.open(id)
        void reviews.open(id)
      }
    },
    { immediate: true },
  )
}

/** The overview of all accounts at `now`, epoch ms by this computer's clock. */
export function useAccountSummaries(now: () => number) {
  const app = useAppStore()
  const sessions = useSessions()
  const { detailOf } = useAccountSwitch()
  const endsWait = useEndsWait()

  function stateOf({ id, baseUrl }: Account, list: SessionList | undefined): ListState {
    const isOnline = canReach(baseUrl, app.state.online)
    // Main checks accounts that are not active at the interval of the tray.
    return listState(list, sessions.failures.get(id), isOnline, now(), '5min')
  }

  return computed((): AccountSummary[] =>
    app.state.accounts.map((account) => {
      const { id, user, baseUrl, status } = account
      const about = { id, name: user.name, place: detailOf(account), baseUrl, isLastKnown: endsWait(id) }
      if (status !== 'signedIn') return { ...about, counts: null, checkedAt: null, state: null }
      const list = sessions.lists.get(id)
      const counts = list?.sessions ? countsOf(list.sessions, now() + list.skew) : null
      return { ...about, counts, checkedAt: list?.checkedAt ?? null, state: stateOf(account, list) }
    }),
  )
}
