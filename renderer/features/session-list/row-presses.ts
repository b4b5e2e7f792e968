import { onMac } from '../../lib/shortcuts.ts'
import { keyOf, type ListedSession } from './listed-session.ts'
import { ROW_CONTROLS, rowOf, sessionAt } from './row-focus.ts'
import { createTypeAhead } from './type-ahead.ts'

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
  /** Opens the menu of a row; the event says where. */
  menu(row: string, event: MouseEvent): void
  /** The focus is on another row, or a key moved it to a control there. */
  moved(row: string): void
}

/** Handle the keys and the pointer in the rows, and the keys in the table's head. */
export interface RowPresses {
  keydown(event: KeyboardEvent): void
  mousedown(event: MouseEvent): void
  click(event: MouseEvent): void
  contextmenu(event: MouseEvent): void
  keydownInHead(event: KeyboardEvent): void
}

/** Moves the focus: to a row or its control in the column of a number, and to the active row. */
interface RowMoves {
  go(row: string, cell?: number): Promise<void>
  resume(): void
  /** The key of the active row. */
  active(): string | null
}

/** Creates the handlers; `sessions` are those of the shown rows, in order. */
export function createRowPresses(
  sessions: () => readonly ListedSession[],
  actions: RowKeyActions & RowMoves,
): RowPresses {
  const { page, toggle, range, open, end, menu, moved, go, resume, active } = actions
  const rows = (): string[] => sessions().map(keyOf)
  const find = createTypeAhead()

  /** Returns the index of the row that a key moves to, or null for another key. */
  function targetIndex(key: string, from: number): number | null {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page(), PageUp: -page() }
    const step = steps[key]
    if (key === 'Home') return 0
    if (key === 'End') return rows().length - 1
    if (step === undefined) return null
    return Math.min(Math.max(from + step, 0), rows().length - 1)
  }

  /** Moves the focus up or down and stays in the column of the focused control. */
  function move(event: KeyboardEvent, id: string, to: number): void {
    const next = rows()[to]
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

  /** Goes to the row whose name begins with what is typed. */
  function type(character: string, id: string): void {
    const found = find(character, sessions(), id)
    if (found === null) return
    void go(found)
    moved(found)
  }

  function keydown(event: KeyboardEvent): void {
    const id = sessionAt(event.target as Element)
    const row = id === null ? null : rowOf(id)
    if (id === null || row === null || event.altKey || event.ctrlKey || event.metaKey) return
    const isOnRow = event.target === row
    const to = targetIndex(event.key, rows().indexOf(id))
    if (to !== null) move(event, id, to)
    else if (event.key === 'ArrowRight') moveAlong(row, 1)
    else if (event.key === 'ArrowLeft') moveAlong(row, -1)
    else if (event.key === ' ' && isOnRow && event.shiftKey) range(id, id)
    else if (event.key === ' ' && isOnRow) toggle(id)
    else if (event.key === 'Enter' && isOnRow) open(id)
    else if (isDeletion(event)) end(id)
    else if (isOnRow && /^[\p{L}\p{N}]$/u.test(event.key)) type(event.key, id)
    else return
    event.preventDefault()
  }

  function keydownInHead(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step !== undefined) {
      const stops = controlsOf((event.target as Element).closest('thead'))
      stops[stops.findIndex((stop) => stop === document.activeElement) + step]?.focus()
    } else if (event.key === 'ArrowDown') resume()
    else if (event.key !== 'ArrowUp') return
    event.preventDefault()
  }

  const rowAt = ({ target }: Event): string | null => sessionAt(target as Element)

  /** A click with Shift selects rows and no text, from where the focus was. */
  function mousedown(event: MouseEvent): void {
    if (event.shiftKey && rowAt(event) !== null) event.preventDefault()
  }

  /**
   * Opens the details of a row at a click on its name or beside its controls, unless the click ends a text selection. With Ctrl it
   * selects the row, with Shift all from the active row.
   */
  function click(event: MouseEvent): void {
    const row = rowAt(event)
    if (row === null || (event.target as Element).closest('button:not([data-open]), input')) return
    const { shiftKey, ctrlKey, metaKey, detail } = event
    if (shiftKey) range(row, active() ?? row)
    else if (ctrlKey || metaKey) toggle(row)
    else if (detail === 0 || getSelection()?.isCollapsed !== false) open(row)
    if (shiftKey) void go(row)
  }

  function contextmenu(event: MouseEvent): void {
    const row = rowAt(event)
    if (row === null) return
    event.preventDefault()
    menu(row, event)
  }

  return { keydown, mousedown, click, contextmenu, keydownInHead }
}

/** Whether a key press deletes: Delete, or Backspace on macOS, where many keyboards have no Delete. A held key deletes once. */
export function isDeletion(
  { key, repeat, shiftKey }: Pick<KeyboardEvent, 'key' | 'repeat' | 'shiftKey'>,
  isMac = onMac(),
): boolean {
  return !repeat && !shiftKey && (key === 'Delete' || (isMac && key === 'Backspace'))
}

/** The controls of a row or of the table's head, in order. A narrow window hides the sorting. */
function controlsOf(part: Element | null): HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>(ROW_CONTROLS) ?? [])].filter(
    (control) => getComputedStyle(control).visibility !== 'hidden',
  )
}

/** Focuses the control of the table's head in the column of a cell, otherwise the first one; returns whether there is one. */
function enterHead(cell: Element | null): boolean {
  const head = document.querySelector('thead')
  const controls = controlsOf(head)
  const column = cell instanceof HTMLTableCellElement ? cell.cellIndex : 0
  const same = controls.find(
    (control) => control.closest('td, th') === head?.querySelector('tr')?.cells[column],
  )
  ;(same ?? controls[0])?.focus({ preventScroll: true })
  return controls.length > 0
}
