import { computed } from 'vue'
import { isSameExcept } from '../../../electron/shared/fields.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useNowOnChange } from '../../lib/now.ts'
import { listAccountOf, type ListAccount } from '../session-list/list-context.ts'
import { useListStates } from '../session-list/list-state.ts'
import { useSessions } from '../session-list/session-lists.ts'

/** The list of the shown account. `now` is epoch ms by this computer's clock. */
export function useAccountList() {
  const app = useAppStore()
  const sessions = useSessions()
  const states = useListStates()

  const list = computed(() => sessions.lists.get(app.accountId))
  const rows = computed(() => list.value?.sessions ?? null)
  /** Counts the seconds of a wait. */
  const now = useNowOnChange((at) => (states.stateOf(app.accountId, at).kind === 'limited' ? 1_000 : 5_000))
  const state = computed(() => states.stateOf(app.accountId, now.value))
  const doubtful = computed(() => !['fresh', 'loading'].includes(state.value.kind))
  /** Whether the service cannot be reached, so that ends wait. */
  const endsWait = computed(() => states.endsWait(app.accountId))

  /** The facts about the shown rows: how many there are, when they were fetched, and whether they can be outdated. */
  const checked = computed(() => {
    const { value: live } = list
    if (!live?.sessions || live.checkedAt === null) return null
    const lastKnown = endsWait.value || !live.isLive
    const { checkedAt, sessions: shown } = live
    return { checkedAt, count: shown.length, lastKnown, doubtful: doubtful.value && !lastKnown }
  })
  /** What the rows depend on. The same object until a value changes, so that an update renders only rows that change. */
  const account = computed((before?: ListAccount) => {
    const now = listAccountOf(app.account, list.value)
    return before && isSameExcept(before, now) ? before : now
  })

  return { list, rows, now, state, doubtful, endsWait, checked, account }
}
