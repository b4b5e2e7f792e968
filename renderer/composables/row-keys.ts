import { computed, nextTick, ref, type Ref } from 'vue'
import { rowOf, sessionAt } from './row-focus.ts'
import { sessionsOf, type ListRow } from './list-rows.ts'

/** What the keys of a list lead to. */
export interface RowKeyActions {
  reveal(index: number): void
  /** How many rows PageUp and PageDown go. */
  page(): number
  /** Selects a row or takes it out. */
  toggle(id: number): void
  /** Selects all up to a row, from where the range began; a new one begins at `from`. */
  range(id: number, from: number): void
  open(id: number): void
}

/** Moves through the rows by key. One row, the active one, is in the order of Tab; it follows the focus. */
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
  /** Its place among all rows. */
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
    /** The row in which the focus is becomes the active one. */
    follow: (event: FocusEvent) => void (chosen.value = sessionAt(event.target as Element) ?? chosen.value),
  }
}
