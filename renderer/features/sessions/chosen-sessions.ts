import { computed, type Ref } from 'vue'
import { useRevocations } from '../revocation/revocations.ts'
import { useList } from '../session-list/list-context.ts'
import { useSelection } from '../session-list/list-selection.ts'
import { keyOf, type ListedSession } from '../session-list/listed-session.ts'

/** The sessions of the list that the person selects to end them. */
export function useChosenSessions(
  sessions: () => readonly ListedSession[],
  shown: Ref<readonly ListedSession[]>,
) {
  const list = useList()
  const revocations = useRevocations()

  // None can be selected while it is unclear which one is this device, or what the list lacks.
  const selectable = computed(() => {
    const begun = new Map<string, ReadonlySet<number>>()
    const some = sessions().filter((session) => {
      const { id, locked } = list.accountOf(session)
      if (session.isCurrent || locked) return false
      if (!begun.has(id)) begun.set(id, revocations.begunKeys(id))
      return !begun.get(id)?.has(session.key)
    })
    return new Set(some.map(keyOf))
  })
  const shownKeys = computed(() => shown.value.map(keyOf))
  const selection = useSelection(shownKeys, selectable)
  const { selected } = selection
  /** The selected sessions in the shown order, with hidden ones last. */
  const chosen = computed(() => {
    const positions = new Map(shown.value.map((session, position) => [session, position]))
    const position = (session: ListedSession): number => positions.get(session) ?? Infinity
    return sessions()
      .filter((session) => selected.value.has(keyOf(session)))
      .toSorted((a, b) => position(a) - position(b) || 0)
  })
  /** The number of shown sessions that can still be selected. */
  const rest = computed(
    () => shownKeys.value.filter((key) => selectable.value.has(key) && !selected.value.has(key)).length,
  )
  return { ...selection, selectable, chosen, rest }
}
