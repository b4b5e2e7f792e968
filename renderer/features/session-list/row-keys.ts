import { computed, nextTick, onMounted, ref, type Ref } from 'vue'
import { keyOf } from './listed-session.ts'
import { ROW_CONTROLS, rowOf, sessionAt } from './row-focus.ts'
import type { RowKeyActions, RowPresses } from './row-presses.ts'
import { sessionsOf, type ListRow } from './list-rows.ts'

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
  const { reveal, moved } = actions
  const chosen = ref<string | null>(null)
  const ids = computed(() => sessionsOf(rows.value).map(keyOf))
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

  /** Focuses the active row. */
  const resume = (): void => void (active.value !== null && go(active.value))

  // Loaded after the list. A press that comes before waits for it.
  let presses: RowPresses | undefined
  const load = async (): Promise<RowPresses> => {
    const { createRowPresses } = await import('./row-presses.ts')
    return (presses ??= createRowPresses(() => sessionsOf(rows.value), {
      ...actions,
      go,
      resume,
      active: () => active.value,
    }))
  }
  onMounted(load)
  const press =
    (on: keyof RowPresses) =>
    (event: MouseEvent & KeyboardEvent): void =>
      presses ? presses[on](event) : void load().then((loaded) => loaded[on](event))

  return {
    go,
    active,
    index,
    press,
    /** Focuses the first row. */
    enter: () => void (ids.value[0] !== undefined && go(ids.value[0])),
    resume,
    /** Makes the focused row the active one. */
    follow(event: FocusEvent): void {
      const id = sessionAt(event.target as Element)
      if (id === null) return
      chosen.value = id
      if (event.target === rowOf(id)) moved(id)
    },
  }
}
