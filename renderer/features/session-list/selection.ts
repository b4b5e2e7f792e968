import { computed, shallowRef, watch, type Ref } from 'vue'

export type ListSelection = ReturnType<typeof useSelection>

/** The selected keys; `anchor` is where a range starts, and `base` the selection outside that range. */
interface Selection {
  keys: ReadonlySet<string>
  anchor: string | null
  base: ReadonlySet<string>
}

/**
 * The selection of a list. `shown` are the keys of the rows in order. What is not shown any more, or not `selectable`, is not selected
 * any more.
 */
export function useSelection(shown: Ref<readonly string[]>, selectable: Ref<ReadonlySet<string>>) {
  const selection = shallowRef<Selection>({ keys: new Set(), anchor: null, base: new Set() })
  const all = computed(() => shown.value.filter((key) => selectable.value.has(key)))
  const selected = computed(() => selection.value.keys)

  function set(keys: Iterable<string>, anchor: string | null = null, base: Iterable<string> = []): void {
    const there = new Set(all.value)
    const keep = (some: Iterable<string>): Set<string> => new Set([...some].filter((key) => there.has(key)))
    selection.value = { keys: keep(keys), anchor, base: keep(base) }
  }
  watch(all, () => {
    const { keys, anchor, base } = selection.value
    if (keys.size > 0) set(keys, anchor, base)
  })

  const none = (): void => set([])
  return {
    selected,
    selectable,
    /** The number of rows that can still be selected. */
    rest: computed(() => all.value.length - selected.value.size),
    /** Selects all rows. */
    all: () => set(all.value),
    none,
    /** Selects all rows; if they all are selected, none. */
    toggleAll: () => (selected.value.size === all.value.length ? none() : set(all.value)),
    /** Toggles one row; the next range starts there. */
    toggle(key: string): void {
      const others = [...selected.value].filter((one) => one !== key)
      set(selected.value.has(key) ? others : [...others, key], key, others)
    },
    /**
     * Selects the rows from the anchor to a row, both included. Replaces an earlier range from the same anchor; without an anchor the
     * range starts at `from`.
     */
    range(key: string, from: string): void {
      const { anchor: begun, base: outside, keys } = selection.value
      const hasAnchor = begun !== null && shown.value.includes(begun)
      const anchor = hasAnchor ? begun : from
      const base = hasAnchor ? outside : keys
      const [one, other] = [shown.value.indexOf(anchor), shown.value.indexOf(key)]
      if (one < 0 || other < 0) return
      set([...base, ...shown.value.slice(Math.min(one, other), Math.max(one, other) + 1)], anchor, base)
    },
  }
}
