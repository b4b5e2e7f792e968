import { computed, type Ref } from 'vue'
import { useRevocations } from '../revocation/revocations.ts'
import { useList } from '../session-list/list-context.ts'
import { keyOf, type ListedSession } from '../session-list/listed-session.ts'
import { useSelection } from '../session-list/selection.ts'

/** The shown rows that can be ended together, of the chip that is on; `isOff` while rows are selected. */
export interface EndableRows {
  sessions: readonly ListedSession[]
  isOff: boolean
}

/** The sessions of the list that the person selects to end them. */
export function useChosenSessions(shown: Ref<readonly ListedSession[]>) {
  const list = useList()
  const revocations = useRevocations()

  // None can be selected while it is unclear which one is this device, or what the list lacks.
  const selectable = computed(() => {
    const begun = new Map<string, ReadonlySet<number>>()
    const some = shown.value.filter((session) => {
      const { id, locked } = list.accountOf(session)
      if (session.isCurrent || locked) return false
      if (!begun.has(id)) begun.set(id, revocations.begunKeys(id))
      return !begun.get(id)?.has(session.key)
    })
    return new Set(some.map(keyOf))
  })
  const selection = useSelection(
    computed(() => shown.value.map(keyOf)),
    selectable,
  )
  /** The selected sessions in the shown order. */
  const chosen = computed(() => shown.value.filter((session) => selection.selected.value.has(keyOf(session))))
  return { selection, selectable, chosen }
}
