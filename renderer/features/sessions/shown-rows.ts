import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { byUnused, isShownBy } from '../../../electron/shared/needs-you.ts'
import { sortByColumn } from '../../../electron/shared/session-order.ts'
import type { Order } from '../../../electron/shared/view-state.ts'
import type { Presence } from '../../lib/presence.ts'
import { useList } from '../session-list/list-context.ts'
import { useListView } from '../session-list/list-view.ts'
import { keyOf, type ListedSession } from '../session-list/listed-session.ts'
import { matchSessions } from '../session-list/session-search.ts'
import { useSelection } from '../session-list/selection.ts'
import { useStillRows } from '../session-list/still-rows.ts'
import { useBulkRevocation } from '../revocation/bulk-revocation.ts'
import { useRevocations } from '../revocation/revocations.ts'
import { useChipContext } from './needs-you.ts'

/** How the rows are searched, sorted and narrowed; `locale` is a BCP 47 tag. */
export interface RowsView {
  query: string
  order: Order
  locale: string
  isOfSeveral: boolean
  narrow?: ((sorted: readonly ListedSession[]) => readonly ListedSession[]) | null
}

/**
 * Builds the rows: searched, sorted, and those that `narrow` leaves. This device comes first; in a list of several accounts it comes
 * last, and the new sign-ins first.
 */
export function buildRows(
  sessions: readonly ListedSession[],
  { query, order, locale, isOfSeveral, narrow }: RowsView,
): readonly ListedSession[] {
  const sorted = sortByColumn(matchSessions(sessions, query), order, locale)
  if (narrow) return narrow(sorted)
  if (!isOfSeveral) return sorted
  const rank = ({ isCurrent, isNew }: ListedSession): number => (isCurrent ? 2 : Number(!isNew))
  return sorted.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * The rows of the list as the person searches and sorts it, and those of the chip that is on. Keeps the search and the chip if the
 * same list was shown last. While the person is inside the list no row moves.
 */
export function useShownRows(sessions: () => readonly ListedSession[], presence: Presence) {
  const { locale } = useI18n()
  const list = useList()
  const listView = useListView()
  listView.openList([list.account().id, list.task && 'task'].filter(Boolean).join(' '))

  const contextOf = useChipContext()
  /**
   * Those of the sorted sessions that the chip shows; what the person keeps comes last. At a task, where rows keep their places, those
   * that it has shown stay until another chip, other days or another search.
   */
  const narrow = computed(() => {
    if (!listView.chip) return null
    const chip = listView.chipOf(listView.chip)
    const isOf = (one: ListedSession): boolean =>
      isShownBy(one, chip, contextOf(list.accountOf(one).id, list.minute.value))
    const before = { query: listView.query, keys: new Set<string>() }
    return (sorted: readonly ListedSession[]) => {
      const those = sorted.filter((one) => before.keys.has(keyOf(one)) || isOf(one))
      if (list.task) for (const one of those) before.keys.add(keyOf(one))
      const { by, direction } = listView.shownOrder
      // What never was used is unused since its sign-in.
      const sign = chip.kind !== 'unused' || by !== 'lastUsed' ? 0 : direction === 'up' ? 1 : -1
      return those.toSorted((a, b) => Number(a.isKept) - Number(b.isKept) || sign * byUnused(a, b))
    }
  })
  const built = computed(() =>
    buildRows(sessions(), {
      query: listView.query,
      order: listView.shownOrder,
      locale: locale.value,
      isOfSeveral: list.accounts() !== null,
      narrow: narrow.value,
    }),
  )
  const still = useStillRows(
    built,
    computed(() => [
      listView.query,
      listView.shownOrder,
      listView.chip,
      listView.unusedDays,
      listView.accountId,
      locale.value,
    ]),
    presence,
  )
  return {
    ...still,
    shown: computed(() => {
      const { rows, gone } = still.held.value
      return gone.size === 0 ? rows : rows.filter((session) => !gone.has(keyOf(session)))
    }),
    isNarrowed: computed(() => listView.query.trim() !== '' || listView.chip !== null),
  }
}

/** Returns a function that asks whether to end sessions of the list, account by account. */
export function useEndTogether(): (sessions: readonly ListedSession[]) => void {
  const list = useList()
  const bulk = useBulkRevocation()
  return (sessions) => {
    const ofAccount = (id: string) => sessions.filter((session) => list.accountOf(session).id === id)
    bulk.confirm(list.accountIds().map((accountId) => ({ accountId, sessions: ofAccount(accountId) })))
  }
}

/** The sessions that can be ended together of those that are shown, and those that the person selects of them. */
export function useChosenSessions(shown: Ref<readonly ListedSession[]>) {
  const list = useList()
  const listView = useListView()
  const revocations = useRevocations()

  const begun = computed(() => new Map(list.accountIds().map((id) => [id, revocations.begunKeys(id)])))
  const left = computed(() =>
    shown.value.filter((one) => !one.isCurrent && !begun.value.get(list.accountOf(one).id)?.has(one.key)),
  )
  const selection = useSelection(
    computed(() => shown.value.map(keyOf)),
    // None can be selected while it is unclear which one is this device, or what the list lacks.
    computed(() => new Set(left.value.filter((session) => !list.accountOf(session).locked).map(keyOf))),
  )
  const asked = computed(() => left.value.filter(({ isKept }) => !isKept))
  const chosen = computed(() => shown.value.filter((session) => selection.selected.value.has(keyOf(session))))
  const endable = computed(
    () => listView.chip && asked.value.filter((session) => selection.selectable.value.has(keyOf(session))),
  )
  return { selection, asked, endable, chosen }
}
