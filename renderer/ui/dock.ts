import {
  computed,
  inject,
  onScopeDispose,
  provide,
  ref,
  shallowReactive,
  shallowRef,
  useId,
  watch,
  type InjectionKey,
  type Ref,
} from 'vue'

/**
 * What an entry of the dock is about, in their order. First what is new: what can be undone, asks, went wrong, goes on, or worked just
 * now. Then what stays until it was seen: the notices by their urgency, with what waits below the notice that says why, and results.
 */
const RANKS = [
  ...(['undoable', 'asking', 'error', 'underWay', 'brief', 'list', 'waiting', 'unconfirmed'] as const),
  ...(['passwordReport', 'alert', 'result', 'lostFiles', 'warning', 'success', 'information'] as const),
] as const
export type DockRank = (typeof RANKS)[number]
const UNDOABLE = RANKS.indexOf('undoable')

/** The dock of a window: it shows its first entry, and the others when the person expands it. */
interface Dock {
  /** The ids of the entries with their indexes in `RANKS`, the oldest first. */
  ranks: Map<string, number>
  /** The ids of the entries in the order of the dock. */
  order: Readonly<Ref<readonly string[]>>
  isExpanded: Ref<boolean>
  /** Whether the pointer or the focus is in it: then entries keep their places, and none leaves by itself. */
  isHeld: Ref<boolean>
  isUndoable: (id: string) => boolean
}

const KEY: InjectionKey<Dock> = Symbol()

/** Creates the dock for the notices inside a component. */
export function provideDock(): void {
  const ranks = shallowReactive(new Map<string, number>())
  const [isExpanded, isHeld] = [ref(false), ref(false)]
  const isUndoable = (id: string): boolean => ranks.get(id) === UNDOABLE
  /** Of one rank the newest is first. */
  const sorted = computed(() =>
    [...ranks]
      .toReversed()
      .toSorted(([, a], [, b]) => a - b)
      .map(([id]) => id),
  )
  const order = shallowRef<readonly string[]>([])
  watch(
    [sorted, isHeld],
    () => {
      const { value: all } = sorted
      const kept = isHeld.value ? order.value.filter((id) => ranks.has(id)) : []
      // What can be undone is there for seconds only, and the person has just asked for it.
      order.value = [...new Set([...all.filter(isUndoable), ...kept, ...all])]
      if (all.length === 0) isExpanded.value = false
    },
    // So that the dock has a place for an entry before the entry is put there.
    { flush: 'sync' },
  )
  provide(KEY, { ranks, order, isExpanded, isHeld, isUndoable })
}

/** The dock that the component is in, or null. */
export const useDock = (): Dock | null => inject(KEY, null)

/**
 * Registers an entry while the component is there: returns the id of its place in the dock, and whether it is shown. Null where there
 * is no dock, or at first no rank.
 */
export function useDockEntry(
  rank: () => DockRank | null,
): { id: string; isShown: Readonly<Ref<boolean>> } | null {
  const dock = useDock()
  const id = useId()
  if (!dock || rank() === null) return null
  watch(rank, (is) => is && dock.ranks.set(id, RANKS.indexOf(is)), { immediate: true })
  onScopeDispose(() => dock.ranks.delete(id))
  return { id, isShown: computed(() => dock.isExpanded.value || dock.order.value[0] === id) }
}
