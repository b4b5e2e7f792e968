import { computed, watch } from 'vue'
import type { Account } from '../../../electron/shared/account.ts'
import type { SessionList } from '../../../electron/shared/session-list.ts'
import { canReach } from '../../../electron/shared/loopback.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useAccountSwitch } from '../../lib/account-switch.ts'
import { useReviews } from '../review/reviews.ts'
import { listState, type ListState } from '../session-list/list-state.ts'
import { useEndsWait } from '../session-list/waiting-ends.ts'
import { useSessions } from '../session-list/session-lists.ts'

/** The overview of one account; `count` is that of its sessions, null without a list, and `state` for an account that is not included. */
export interface AccountSummary {
  id: string
  name: string
  /** Its tenant and server, or why it is not included. */
  place: string
  baseUrl: string
  count: number | null
  checkedAt: number | null
  /** Whether the rows are from an earlier run, or the service cannot be reached. */
  isLastKnown: boolean
  state: ListState | null
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
      if (status !== 'signedIn') return { ...about, count: null, checkedAt: null, state: null }
      const list = sessions.lists.get(id)
      const count = list?.sessions?.length ?? null
      return { ...about, count, checkedAt: list?.checkedAt ?? null, state: stateOf(account, list) }
    }),
  )
}
