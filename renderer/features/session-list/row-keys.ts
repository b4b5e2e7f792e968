import { computed, nextTick, ref, type Ref } from 'vue'
import { onMac } from '../../lib/shortcuts.ts'
import { controlsOf, enterHead, ROW_CONTROLS, rowOf, sessionAt } from './row-focus.ts'
import type { ListRow } from './list-rows.ts'

/** The actions of the keyboard navigation; `row` is the key of a row. */
export interface RowKeyActions {
  reveal(index: number): void
  /** The number of rows that PageUp and PageDown move. */
  page(): number
  /** Toggles the selection of a row. */
  toggle(row: string): void
  /** Selects the range up to a row; a new range starts at `from`. */
  range(row: string, from: string): void
  open(row: string): void
  /** Ends a row's session, or asks to end the selection. */
  end(row: string): void
  /** The focus is on another row, or a key moved it to a control there. */
  moved(row: string): void
}

/** Moves the focus to the row of a session, to the first row, or to the active row. */
export interface ListFocus {
  go(row: string): Promise<void>
  enter(): void
  resume(): void
}

/**
 * Keyboard navigation of the rows, as in a grid (ARIA Authoring Practices). Only the active row is a tab stop; it follows the
 * focus. Left and Right reach the row's controls.
 */
export function useRowKeys(rows: Ref<readonly ListRow[]>, actions: RowKeyActions) {
  const { reveal, page, toggle, range, open, end, moved } = actions
  const chosen = ref<string | null>(null)
  const ids = computed(() => rows.value.flatMap((row) => (row.kind === 'session' ? [row.key] : [])))
  const active = computed(() => {
    const id = chosen.value
    return id !== null && ids.value.includes(id) ? id : (ids.value[0] ?? null)
  })
  /** The index of the active row. */
  const index = computed(() =>
    rows.value.findIndex(({ kind, key }) => kind === 'session' && key === active.value),
  )

  /** Focuses a row, or its control in the column at `cell`. */
  async function go(id: string, cell?: number): Promise<void> {
    chosen.value = id
    await nextTick()
    reveal(index.value)
    const row = rowOf(id)
    const control = cell === undefined ? null : row?.cells[cell]?.querySelector<HTMLElement>(ROW_CONTROLS)
    ;(control ?? row)?.focus({ preventScroll: true })
  }

  /** Returns the index of the row that a key moves to, or null for another key. */
  function targetIndex(key: string, from: number): number | null {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page(), PageUp: -page() }
    const step = steps[key]
    if (key === 'Home') return 0
    if (key === 'End') return ids.value.length - 1
    if (step === undefined) return null
    return Math.min(Math.max(from + step, 0), ids.value.length - 1)
  }

  /** Moves the focus up or down and stays in the column of the focused control. */
  function move(event: KeyboardEvent, id: string, to: number): void {
    const next = ids.value[to]
    if (next === undefined) return
    const cell = (event.target as Element).closest('td, th')
    if (event.shiftKey) range(next, id)
    if (next === id && event.key === 'ArrowUp' && enterHead(cell)) return
    void go(next, cell instanceof HTMLTableCellElement ? cell.cellIndex : undefined)
    if (next !== id) moved(next)
  }

  /** Moves the focus along the row: the row itself comes before its controls. */
  function moveAlong(row: HTMLElement, step: 1 | -1): void {
    const stops = [row, ...controlsOf(row)]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    stops[at + step]?.focus({ preventScroll: true })
  }

  function press(event: KeyboardEvent): void {
    const id = sessionAt(event.target as Element)
    const row = id === null ? null : rowOf(id)
    if (id === null || row === null || event.altKey || event.ctrlKey || event.metaKey) return
    const isOnRow = event.target === row
    const to = targetIndex(event.key, ids.value.indexOf(id))
    if (to !== null) move(event, id, to)
    else if (event.key === 'ArrowRight') moveAlong(row, 1)
    else if (event.key === 'ArrowLeft') moveAlong(row, -1)
    else if (event.key === ' ' && isOnRow && event.shiftKey) range(id, id)
    else if (event.key === ' ' && isOnRow) toggle(id)
    else if (event.key === 'Enter' && isOnRow) open(id)
    else if (isDeletion(event)) end(id)
    else return
    event.preventDefault()
  }

  return {
    go,
    active,
    index,
    press,
    /** Focuses the first row. */
    enter: () => void (ids.value[0] !== undefined && go(ids.value[0])),
    /** Focuses the active row. */
    resume: () => void (active.value !== null && go(active.value)),
    /** Makes the focused row the active one. */
    follow(event: FocusEvent): void {
      const id = sessionAt(event.target as Element)
      if (id === null) return
      chosen.value = id
      if (event.target === rowOf(id)) moved(id)
    },
  }
}

/** Whether a key press deletes: Delete, or Backspace on macOS, where many keyboards have no Delete. A held key deletes once. */
export function isDeletion(
  { key, repeat, shiftKey }: Pick<KeyboardEvent, 'key' | 'repeat' | 'shiftKey'>,
  isMac = onMac(),
): boolean {
  return !repeat && !shiftKey && (key === 'Delete' || (isMac && key === 'Backspace'))
}

/** Moves the focus along the table's head, and from there to the rows. */
export function pressInHead(event: KeyboardEvent, enterRows: () => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step !== undefined) {
    const stops = controlsOf(event.currentTarget as HTMLElement)
    stops[stops.findIndex((stop) => stop === document.activeElement) + step]?.focus()
  } else if (event.key === 'ArrowDown') enterRows()
  else if (event.key !== 'ArrowUp') return
  event.preventDefault()
}
