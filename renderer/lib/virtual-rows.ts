import type { Range, Virtualizer } from '@tanstack/vue-virtual'
import { computed, effectScope, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import { scrollParent } from './scroll-parent.ts'

/** The maximum number of rows that are rendered without virtualization. */
const MAX_PLAIN_ROWS = 100
/** The number of rows of a long list that are rendered until the virtualizer is loaded. */
const INITIAL_ROWS = 30

/** A rendered row, and what to bind to its element. */
export interface PlacedRow<Row> {
  row: Row
  index: number
  /** px from the first row; null in a short list. */
  top: number | null
  place: Record<string, unknown>
}

export interface VirtualRows<Row> {
  /** Missing: rows are known by their indexes. */
  keyOf?(row: NoInfer<Row>): string | number
  /** The element of the rows. It is positioned, and scrolls in the nearest ancestor that scrolls. */
  body: Ref<HTMLElement | null>
  /** The height of a row, px. */
  heightOf(row: NoInfer<Row>): number
  /** Whether rows may be higher than that: each is measured when it is rendered. */
  grow?: boolean
  /** The index of a row that is rendered even out of view, such as the focused one; -1 is none. */
  kept?: Ref<number>
  /** The height of what stays above the rows as they scroll, px. */
  headPx?: number
}

/** Renders only those rows in view of a list with more than 100. */
export function useVirtualRows<Row>(rows: () => readonly Row[], options: VirtualRows<Row>) {
  const { body, keyOf, heightOf, grow = false, kept = ref(-1), headPx = 0 } = options
  const scroller = shallowRef<HTMLElement | null>(null)
  /** From the start of what scrolls to the first row, px. */
  const margin = ref(0)
  const isLong = computed(() => rows().length > MAX_PLAIN_ROWS)

  function ofRow<Value>(index: number, read: (row: Row) => Value): Value | undefined {
    const row = rows()[index]
    return row === undefined ? undefined : read(row)
  }

  function measure(): void {
    if (!body.value) return
    const parent = (scroller.value = scrollParent(body.value))
    const { top } = body.value.getBoundingClientRect()
    margin.value = Math.round(top - parent.getBoundingClientRect().top + parent.scrollTop)
  }
  // In the next frame, because a narrow window scrolls another element, whose size the virtualizer then observes.
  const observer = new ResizeObserver(() => requestAnimationFrame(measure))
  // A list has its rows' element once it is loaded.
  watch(
    body,
    () => {
      observer.disconnect()
      measure()
      for (const content of scroller.value?.children ?? []) observer.observe(content)
    },
    { flush: 'post' },
  )
  onScopeDispose(() => observer.disconnect())

  const scope = effectScope()
  const virtual = shallowRef<{ list: Ref<Virtualizer<HTMLElement, HTMLElement>> }>()
  // Loaded for the first long list.
  async function load(): Promise<void> {
    const { defaultRangeExtractor, useVirtualizer } = await import('@tanstack/vue-virtual')
    // The list may be gone by now.
    if (!scope.active) return
    const settings = computed(() => {
      // Only a new extractor makes the virtualizer recalculate, so read the index here.
      const own = kept.value
      return {
        count: isLong.value ? rows().length : 0,
        getScrollElement: () => (isLong.value ? scroller.value : null),
        estimateSize: (index: number) => ofRow(index, heightOf) ?? 0,
        getItemKey: (index: number) => (keyOf && ofRow(index, keyOf)) ?? index,
        scrollMargin: margin.value,
        scrollPaddingStart: headPx,
        scrollPaddingEnd: 16,
        overscan: 8,
        // A row's height changes that of the list, which an observer must not do in the same frame.
        useAnimationFrameWithResizeObserver: true,
        rangeExtractor: (range: Range) => {
          const visible = defaultRangeExtractor(range)
          const isOutside = own >= 0 && own < range.count && !visible.includes(own)
          return isOutside ? [...visible, own].toSorted((a, b) => a - b) : visible
        },
      }
    })
    virtual.value = scope.run(() => ({ list: useVirtualizer<HTMLElement, HTMLElement>(settings) }))
  }
  watch(isLong, (long) => void (long && !virtual.value && load()), { immediate: true })
  const measured = (element: unknown): void => {
    if (element instanceof HTMLElement) virtual.value?.list.value.measureElement(element)
  }
  /** The rows as they were placed last: those that stay in view as the list scrolls are not rendered again. */
  let last = new Map<number, PlacedRow<Row>>()
  function place(row: Row, index: number, top: number): PlacedRow<Row> {
    const before = last.get(index)
    if (before?.row === row && before.top === top) return before
    const transform = `translateY(${top}px)`
    const style = { position: 'absolute', insetInline: 0, top: 0, contain: 'layout style', transform }
    return { row, index, top, place: { 'data-index': index, style, ...(grow && { ref: measured }) } }
  }
  const placed = computed((): PlacedRow<Row>[] => {
    if (!isLong.value || !virtual.value) {
      const first = isLong.value ? rows().slice(0, INITIAL_ROWS) : rows()
      return first.map((row, index) => ({ row, index, top: null, place: {} }))
    }
    const now = virtual.value.list.value
      .getVirtualItems()
      .flatMap(({ index, start }) => ofRow(index, (row) => place(row, index, start - margin.value)) ?? [])
    last = new Map(now.map((row) => [row.index, row]))
    return now
  })

  return {
    placed,
    isLong,
    /** The style of the rows' element. */
    bodyStyle: computed(() =>
      isLong.value && virtual.value ? { height: `${virtual.value.list.value.getTotalSize()}px` } : undefined,
    ),
    /** Scrolls a row into view if necessary. */
    reveal(index: number): void {
      if (isLong.value) virtual.value?.list.value.scrollToIndex(index, { align: 'auto' })
      else body.value?.children[index]?.scrollIntoView({ block: 'nearest' })
    },
    /** How many rows as high as `px` fit into the view. */
    pageOf: (px: number): number =>
      Math.max(1, Math.floor(((scroller.value?.clientHeight ?? 0) - headPx) / px) - 1),
  }
}
