import { computed } from 'vue'
import { COLUMNS, type Column, type ColumnName } from '../../../electron/shared/view-state.ts'
import { useList } from './list-context.ts'
import { useListView } from './list-view.ts'

/** The columns as they were at first. */
export const INITIAL_COLUMNS: readonly Column[] = COLUMNS.map((name) => ({
  name,
  width: null,
  hidden: false,
}))

/** The columns of the list beside the name, as the person arranged them, and the widths that the styles give to the grid. */
export function useShownColumns() {
  const list = useList()
  const listView = useListView()
  const all = computed(() => listView.columns ?? INITIAL_COLUMNS)
  const shown = computed(() =>
    all.value.filter(({ name, hidden }) => !hidden && (name !== 'account' || list.accounts() !== null)),
  )
  // The same array while only a width changes, so that no row is rendered again.
  const names = computed((before?: readonly ColumnName[]) => {
    const now = shown.value.map(({ name }) => name)
    return before?.join() === now.join() ? before : now
  })
  const style = computed(() => {
    if (!listView.columns) return undefined
    const tracks = (some: readonly Column[]): string => some.map(trackOf).join(' ')
    return {
      '--columns': tracks(shown.value.filter(({ name }) => name !== 'firstSeen')),
      '--columns-wide': tracks(shown.value),
    }
  })
  return { all, names, style }
}

/** A chosen width gives way where there is no room for the names. */
function trackOf({ name, width }: Column): string {
  if (width !== null) return `minmax(4rem, ${width}px)`
  return name === 'account' ? 'minmax(0, 0.7fr)' : '8rem'
}
