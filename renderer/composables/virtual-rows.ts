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
import { scrollParent } from './scroll-parent.ts'
import type { ListRow } from './list-rows.ts'

/** Up to so many rows all of them are on the page, as in any table. */
const FEW = 100
/** What is on the page until the code for long lists is there. */
const FIRST = 30
/** The sticky head covers this much of the top; px. */
const HEAD = 32

/** One row on the page; `top` is px from the begin of a long list, null where rows simply follow each other. */
export interface PlacedRow {
  row: ListRow
  index: number
  top: number | null
}

/** The attribute by which rows are found, whatever they hold: `session` or `group`. */
export const LINE_ATTRIBUTE = 'data-line'

/** Keeps only the rows in view on the page, and the one at `kept`, which has the focus. */
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
  const isLong = computed(() => rows.value.length > FEW)

  /** Where the rows begin, and how high they are: both change with the window, the zoom, and what stands above. */
  function measure(): void {
    if (!body.value) return
    const parent = (scroller.value = scrollParent(body.value))
    const { top } = body.value.getBoundingClientRect()
    margin.value = Math.round(top - parent.getBoundingClientRect().top + parent.scrollTop)
    const heightOf = (kind: ListRow['kind']): number =>
      body.value?.querySelector<HTMLElement>(`[${LINE_ATTRIBUTE}=${kind}]`)?.offsetHeight ??
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
      // Read here: a new extractor is what makes the list look again.
      const own = kept.value
      return {
        count: isLong.value ? rows.value.length : 0,
        getScrollElement: () => scroller.value,
        estimateSize: (index: number) => heights.value[rows.value[index]?.kind ?? 'session'],
        getItemKey: (index: number) => rows.value[index]?.key ?? index,
        scrollMargin: margin.value,
        scrollPaddingStart: HEAD,
        scrollPaddingEnd: 8,
        overscan: 8,
        rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
          const seen = defaultRangeExtractor(range)
          const isAway = own >= 0 && own < range.count && !seen.includes(own)
          return isAway ? [...seen, own].toSorted((a, b) => a - b) : seen
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
      return rows.value.slice(0, FIRST).map((row, index) => ({ row, index, top: null }))
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
    /** Brings a row into view, as far as it is not there yet. */
    reveal(index: number): void {
      if (isLong.value) virtual.value?.list.value.scrollToIndex(index, { align: 'auto' })
      else body.value?.children[index]?.scrollIntoView({ block: 'nearest' })
    },
    /** How many rows fit into the view. */
    page: () =>
      Math.max(1, Math.floor(((scroller.value?.clientHeight ?? 0) - HEAD) / heights.value.session) - 1),
  }
}
