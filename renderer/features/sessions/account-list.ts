import { computed } from 'vue'
import { isSameExcept } from '../../../electron/shared/fields.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useNowOnChange } from '../../lib/now.ts'
import { listAccountOf, type ListAccount } from '../session-list/list-account.ts'
import { listChangesIn, listState } from '../session-list/list-state.ts'
import { useEndsWait } from '../session-list/waiting-ends.ts'
import { useSessions } from '../session-list/session-lists.ts'

/**
 * The list of the shown account, and the last known list in its place until it arrives. `now` is epoch ms by this computer's
 * clock, updated when a text about the list changes.
 */
export function useAccountList() {
  const app = useAppStore()
  const sessions = useSessions()
  const endsWaitIn = useEndsWait()

  const list = computed(() => sessions.lists.get(app.accountId))
  const rows = computed(() => list.value?.sessions ?? null)
  const lastKnown = computed(() => (rows.value ? undefined : sessions.lastKnown.get(app.accountId)))
  const failure = computed(() => list.value?.failure ?? sessions.failures.get(app.accountId))
  const now = useNowOnChange((at) =>
    listChangesIn(
      {
        checkedAt: (lastKnown.value ?? list.value)?.checkedAt ?? null,
        retryAt: failure.value?.kind === 'rateLimited' ? failure.value.retryAt : null,
      },
      at,
      app.state.settings.pollInterval,
    ),
  )
  const state = computed(() =>
    listState(list.value, failure.value, app.reachable, now.value, app.state.settings.pollInterval),
  )
  const doubtful = computed(() => !['fresh', 'loading'].includes(state.value.kind))
  /** Whether the service cannot be reached, so that ends wait. */
  const endsWait = computed(() => endsWaitIn(app.accountId))

  /** The facts about the shown rows: how many there are, when they were fetched, and whether they can be outdated. */
  const checked = computed(() => {
    if (lastKnown.value) {
      const { checkedAt, count } = lastKnown.value
      return { checkedAt, count, lastKnown: true, doubtful: false }
    }
    const { value: live } = list
    if (!live?.sessions || live.checkedAt === null) return null
    return {
      checkedAt: live.checkedAt,
      count: live.sessions.length,
      lastKnown: endsWait.value,
      doubtful: doubtful.value && !endsWait.value,
    }
  })
  /** What the rows depend on. The same object until a value changes, so that an update renders only rows that change. */
  const account = computed((before?: ListAccount) => {
    const now = listAccountOf(app.account, list.value, lastKnown.value?.skew)
    return before && isSameExcept(before, now) ? before : now
  })

  return { list, rows, lastKnown, now, state, doubtful, endsWait, checked, account }
}
