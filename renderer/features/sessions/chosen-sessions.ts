import { computed, type Ref } from 'vue'
import { useBulkRevocation } from '../revocation/bulk-revocation.ts'
import { useRevocations } from '../revocation/revocations.ts'
import { useList } from '../session-list/list-context.ts'
import { keyOf, type ListedSession } from '../session-list/listed-session.ts'
import { useSelection } from '../session-list/selection.ts'

/** Returns a function that asks whether to end sessions of the list, account by account. */
export function useEndTogether(): (sessions: readonly ListedSession[]) => void {
  const list = useList()
  const bulk = useBulkRevocation()
  return (sessions) => {
    const ids = [...(list.accounts()?.keys() ?? [list.account().id])]
    const ofAccount = (id: string) => sessions.filter((session) => list.accountOf(session).id === id)
    bulk.confirm(ids.map((accountId) => ({ accountId, sessions: ofAccount(accountId) })))
  }
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
