import { COLUMN_PX, type Column, type ColumnName } from '../../../electron/shared/view-state.ts'
import { useListView } from './list-view.ts'
import { INITIAL_COLUMNS } from './shown-columns.ts'

type Columns = readonly Column[]

/** Null if the columns are as they were at first, otherwise the columns. */
export function unlessInitial(columns: Columns): Columns | null {
  const isInitial = columns.every(({ name, width, hidden }, at) => {
    const first = INITIAL_COLUMNS[at]
    return name === first?.name && width === first.width && hidden === first.hidden
  })
  return isInitial ? null : columns
}

/** Returns a function that sets the columns of the list. */
export function useArrangeColumns(): (columns: Columns) => void {
  const listView = useListView()
  return (columns) => void (listView.columns = unlessInitial(columns))
}

/** Shows or hides a column. */
export function toggleColumn(columns: Columns, name: ColumnName): Columns {
  return columns.map((column) => (column.name === name ? { ...column, hidden: !column.hidden } : column))
}

/** Gives a column a width in px, within the limits. */
export function resizeColumn(columns: Columns, name: ColumnName, width: number): Columns {
  const allowed = Math.round(Math.min(Math.max(width, COLUMN_PX.min), COLUMN_PX.max))
  return columns.map((column) => (column.name === name ? { ...column, width: allowed } : column))
}

/** Moves a column to the place of another one. */
export function moveColumn(columns: Columns, name: ColumnName, to: ColumnName): Columns {
  const column = columns.find((one) => one.name === name)
  const at = columns.findIndex((one) => one.name === to)
  if (!column || at < 0) return columns
  const others = columns.filter((one) => one !== column)
  return others.toSpliced(at, 0, column)
}
