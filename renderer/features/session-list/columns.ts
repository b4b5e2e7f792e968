import { computed } from 'vue'
import { ORDERS } from '../../../electron/shared/view-state.ts'
import { useList } from './list-context.ts'
import { useListView } from './list-view.ts'

/**
 * The columns of the list, from which its head, its rows, its skeleton and its grid are made; a row has a place for each name. `width`
 * is that of a grid's track. A narrow table has no room for those with the highest `priority`.
 */
export const COLUMNS = [
  { name: 'name', text: 'sessions.name', width: 'minmax(8rem, 1fr)', priority: 1 },
  { name: 'account', text: 'allAccounts.account', width: 'minmax(0, 0.45fr)', priority: 2 },
  { name: 'lastUsed', text: 'sessions.lastUsed', width: '7.5rem', priority: 3 },
  { name: 'signedIn', text: 'sessions.signedIn', width: '7.5rem', priority: 4 },
] as const

/**
 * A column that is shown, what it sorts by, if it does, and how the list is sorted by it. The one with the lowest `rank` stays the
 * longest as the table gets narrow.
 */
export type ShownColumn = ReturnType<typeof useColumns>['columns']['value'][number]

/** The rank of the last column that a narrow table shows on one line. */
const NARROW_RANK = 3

/** The columns of this list, and the tracks of its grid. What it is sorted by stays, however narrow it is. */
export function useColumns() {
  const { accounts } = useList()
  const listView = useListView()
  const columns = computed(() => {
    const shown = COLUMNS.filter(({ name }) => name !== 'account' || accounts())
    const { by: sortedBy, direction } = listView.shownOrder
    const isSorted = direction === 'up' ? ('ascending' as const) : ('descending' as const)
    const ranked = shown.toSorted(
      (a, b) => Number(b.name === sortedBy) - Number(a.name === sortedBy) || a.priority - b.priority,
    )
    return shown.map((column) => {
      const by = ORDERS.find((each) => each === column.name)
      return {
        ...column,
        rank: ranked.indexOf(column) + 1,
        by,
        sorted: by && (by === sortedBy ? isSorted : ('none' as const)),
      }
    })
  })
  const tracks = (maxRank: number): string =>
    columns.value
      .filter(({ rank }) => rank <= maxRank)
      .map(({ width }) => width)
      .join(' ')
  const style = computed(() => ({ '--columns': tracks(Infinity), '--columns-narrow': tracks(NARROW_RANK) }))
  return { columns, style }
}
