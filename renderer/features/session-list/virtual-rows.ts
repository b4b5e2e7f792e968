import type { Virtualizer } from '@tanstack/vue-virtual'
import {
  computed,
  effectScope,
  nextTick,
  onMounted,
  onScopeDispose,
  ref,
  shallowRef,
  watch,
  type Ref,
} from 'vue'
import { scrollParent } from '../../lib/scroll-parent.ts'
import type { ListRow } from './list-rows.ts'

/** The maximum number of rows that are rendered without virtualization. */
const MAX_PLAIN_ROWS = 100
/** The number of rows that are rendered until the virtualizer is loaded. */
const INITIAL_ROWS = 30
/** The height of the sticky header. */
const HEADER_PX = 32

/** A rendered row; `top` is px from the start of a virtualized list, null if the list is not virtualized. */
export interface PlacedRow {
  row: ListRow
  index: number
  top: number | null
}

/** The attribute of every row; its value is `session` or `group`. */
export const ROW_KIND_ATTRIBUTE = 'data-row-kind'

/** Renders only the rows in view, and the focused row, at index `kept`. */
export function useVirtualRows(
  rows: Ref<readonly ListRow[]>,
  body: Ref<HTMLElement | null>,
  kept: Ref<number>,
) {
  const scope = effectScope()
  const scroller = shallowRef<HTMLElement | null>(null)
  const margin = ref(0)
  const heights = shallowRef({ session: 52, group: 36 })
  const virtual = shallowRef<{ list: Ref<Virtualizer<HTMLElement, Element>> } | null>(null)
  const isLong = computed(() => rows.value.length > MAX_PLAIN_ROWS)

  /** Measures the position and the heights of the rows, which depend on the window, the zoom and the content above. */
  function measure(): void {
    if (!body.value) return
    const parent = (scroller.value = scrollParent(body.value))
    const { top } = body.value.getBoundingClientRect()
    margin.value = Math.round(top - parent.getBoundingClientRect().top + parent.scrollTop)
    const heightOf = (kind: ListRow['kind']): number =>
      body.value?.querySelector<HTMLElement>(`[${ROW_KIND_ATTRIBUTE}=${kind}]`)?.offsetHeight ??
      heights.value[kind]
    const now = { session: heightOf('session'), group: heightOf('group') }
    if (now.session === heights.value.session && now.group === heights.value.group) return
    heights.value = now
    void nextTick(() => virtual.value?.list.value.measure())
  }

  const observer = new ResizeObserver(measure)
  onMounted(() => {
    measure()
    for (const content of scroller.value?.children ?? []) observer.observe(content)
    window.addEventListener('resize', measure)
  })
  onScopeDispose(() => {
    observer.disconnect()
    window.removeEventListener('resize', measure)
  })

  async function load(): Promise<void> {
    const { defaultRangeExtractor, useVirtualizer } = await import('@tanstack/vue-virtual')
    const options = computed(() => {
      // Only a new extractor makes the virtualizer recalculate, so read the index here.
      const own = kept.value
      return {
        count: isLong.value ? rows.value.length : 0,
        getScrollElement: () => scroller.value,
        estimateSize: (index: number) => heights.value[rows.value[index]?.kind ?? 'session'],
        getItemKey: (index: number) => rows.value[index]?.key ?? index,
        scrollMargin: margin.value,
        scrollPaddingStart: HEADER_PX,
        scrollPaddingEnd: 8,
        overscan: 8,
        rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
          const visible = defaultRangeExtractor(range)
          const isOutside = own >= 0 && own < range.count && !visible.includes(own)
          return isOutside ? [...visible, own].toSorted((a, b) => a - b) : visible
        },
      }
    })
    virtual.value = scope.run(() => ({ list: useVirtualizer<HTMLElement, Element>(options) })) ?? null
    await nextTick()
    measure()
  }
  watch(isLong, (long) => void (long && virtual.value === null && load()), { immediate: true })

  const placed = computed((): PlacedRow[] => {
    if (!isLong.value) return rows.value.map((row, index) => ({ row, index, top: null }))
    if (virtual.value === null)
      return rows.value.slice(0, INITIAL_ROWS).map((row, index) => ({ row, index, top: null }))
    return virtual.value.list.value.getVirtualItems().flatMap(({ index, start }) => {
      const row = rows.value[index]
      return row ? [{ row, index, top: start - margin.value }] : []
    })
  })
  const height = computed(() =>
    isLong.value && virtual.value !== null ? virtual.value.list.value.getTotalSize() : null,
  )

  return {
    placed,
    height,
    isLong,
    /** Scrolls a row into view if necessary. */
    reveal(index: number): void {
      if (isLong.value) virtual.value?.list.value.scrollToIndex(index, { align: 'auto' })
      else body.value?.children[index]?.scrollIntoView({ block: 'nearest' })
    },
    /** The number of rows that fit into the view. */
    page: () =>
      Math.max(1, Math.floor(((scroller.value?.clientHeight ?? 0) - HEADER_PX) / heights.value.session) - 1),
  }
}
