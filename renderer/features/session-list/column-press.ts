import type { ColumnName } from '../../../electron/shared/view-state.ts'

/** What a press on the head of a column does. */
export interface ColumnPress {
  resize(name: ColumnName, width: number): void
  move(name: ColumnName, to: ColumnName): void
}

/** The width of the edge, px from the left of a column. */
const EDGE_PX = 2
/** The way after which a press moves its column. */
const DRAG_PX = 6

const nameOf = (cell: HTMLElement): ColumnName => cell.dataset['column'] as ColumnName

/**
 * Follows a press of the pointer on a column's head: at its left edge it widens the column, elsewhere it moves the column to where
 * it is dragged. The columns after an edge are at the right of the table, so that the edge follows the pointer.
 */
export function pressColumn(event: PointerEvent, { resize, move }: ColumnPress): void {
  const cell = (event.target as Element).closest<HTMLElement>('th[data-column]')
  if (!cell || event.button !== 0) return
  const name = nameOf(cell)
  const { left, width } = cell.getBoundingClientRect()
  const { clientX: startX } = event
  const isEdge = startX < left + EDGE_PX
  if (isEdge) event.preventDefault()

  function follow({ clientX: x }: PointerEvent): void {
    if (isEdge) return resize(name, width + startX - x)
    if (!cell || Math.abs(x - startX) < DRAG_PX) return
    cell.dataset['moving'] = ''
    const others = [...(cell.parentElement?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
    const over = others.find((other) => {
      const box = other.getBoundingClientRect()
      return other !== cell && x > box.left && x < box.right
    })
    if (!over) return
    // Only beyond its middle, so that columns of different widths do not swap back and forth.
    const box = over.getBoundingClientRect()
    const isAfter = box.left > cell.getBoundingClientRect().left
    if (isAfter === x > (box.left + box.right) / 2) move(name, nameOf(over))
  }
  function release(): void {
    window.removeEventListener('pointermove', follow)
    window.removeEventListener('pointerup', release)
    window.removeEventListener('pointercancel', release)
    if (cell?.dataset['moving'] === undefined) return
    delete cell.dataset['moving']
    // The click at the end of a drag sorts nothing.
    const swallow = (click: Event): void => click.stopPropagation()
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
  }
  window.addEventListener('pointermove', follow)
  window.addEventListener('pointerup', release)
  window.addEventListener('pointercancel', release)
}
