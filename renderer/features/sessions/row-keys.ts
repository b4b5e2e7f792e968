import { computed, nextTick, ref, type Ref } from 'vue'
import { rowOf, sessionAt } from './row-focus.ts'
import { sessionsOf, type ListRow } from './list-rows.ts'

/** The actions of a list's keys. */
export interface RowKeyActions {
  reveal(index: number): void
  /** The number of rows that PageUp and PageDown move. */
  page(): number
  /** Toggles the selection of a row. */
  toggle(id: number): void
  /** Selects the range up to a row; a new range starts at `from`. */
  range(id: number, from: number): void
  open(id: number): void
}

/** Keyboard navigation of the rows. Only the active row is a tab stop; it follows the focus. */
export function useRowKeys(
  rows: Ref<readonly ListRow[]>,
  { reveal, page, toggle, range, open }: RowKeyActions,
) {
  const chosen = ref<number | null>(null)
  const ids = computed(() => sessionsOf(rows.value).map(({ id }) => id))
  const active = computed(() => {
    const id = chosen.value
    return id !== null && ids.value.includes(id) ? id : (ids.value[0] ?? null)
  })
  /** The index of the active row. */
  const index = computed(() =>
    rows.value.findIndex((row) => row.kind === 'session' && row.session.id === active.value),
  )

  async function go(id: number): Promise<void> {
    chosen.value = id
    await nextTick()
    reveal(index.value)
    rowOf(id)?.focus({ preventScroll: true })
  }

  function target(key: string, from: number): number | null {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page(), PageUp: -page() }
    const step = steps[key]
    if (key === 'Home') return 0
    if (key === 'End') return ids.value.length - 1
    if (step === undefined) return null
    return Math.min(Math.max(from + step, 0), ids.value.length - 1)
  }

  function press(event: KeyboardEvent): void {
    const id = sessionAt(event.target as Element)
    if (id === null || event.altKey || event.ctrlKey || event.metaKey) return
    const isOnRow = event.target === rowOf(id)
    const to = target(event.key, ids.value.indexOf(id))
    if (to !== null) {
      const next = ids.value[to]
      if (next === undefined) return
      if (event.shiftKey) range(next, id)
      void go(next)
    } else if (event.key === ' ' && isOnRow && event.shiftKey) range(id, id)
    else if (event.key === ' ' && isOnRow) toggle(id)
    else if (event.key === 'Enter' && isOnRow) open(id)
    else return
    event.preventDefault()
  }

  return {
    go,
    active,
    index,
    press,
    /** Makes the focused row the active one. */
    follow: (event: FocusEvent) => void (chosen.value = sessionAt(event.target as Element) ?? chosen.value),
  }
}
