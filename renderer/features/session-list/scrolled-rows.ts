import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/vue-virtual'
import { computed, onMounted, onScopeDispose, ref, shallowRef, type Ref } from 'vue'
import { scrollParent } from '../../lib/scroll-parent.ts'

/** The maximum number of rows that are rendered without virtualization. */
const MAX_PLAIN_ROWS = 100

/**
 * Renders only the rows in view of a long list that scrolls with its page, and the focused row, at index `kept`; -1 is none.
 * Rows may differ in height: each is measured when it is rendered.
 */
export function useScrolledRows(
  keys: Ref<readonly string[]>,
  body: Ref<HTMLElement | null>,
  kept: Ref<number>,
  estimatedPx: number,
) {
  const scroller = shallowRef<HTMLElement | null>(null)
  const margin = ref(0)
  const isLong = computed(() => keys.value.length > MAX_PLAIN_ROWS)

  function measure(): void {
    if (!body.value) return
    const parent = (scroller.value = scrollParent(body.value))
    margin.value = Math.round(
      body.value.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop,
    )
  }
  // In the next frame, because a narrow window scrolls another element, whose size the virtualizer then observes.
  const observer = new ResizeObserver(() => requestAnimationFrame(measure))
  onMounted(() => {
    measure()
    for (const content of scroller.value?.children ?? []) observer.observe(content)
  })
  onScopeDispose(() => observer.disconnect())

  const list = useVirtualizer<HTMLElement, HTMLElement>(
    computed(() => {
      // Only a new extractor makes the virtualizer recalculate, so read the index here.
      const own = kept.value
      return {
        count: isLong.value ? keys.value.length : 0,
        getScrollElement: () => (isLong.value ? scroller.value : null),
        estimateSize: () => estimatedPx,
        getItemKey: (index: number) => keys.value[index] ?? index,
        scrollMargin: margin.value,
        scrollPaddingStart: 56,
        scrollPaddingEnd: 16,
        overscan: 6,
        // A row's height changes that of the list, which an observer must not do in the same frame.
        useAnimationFrameWithResizeObserver: true,
        rangeExtractor: (range: Range) => {
          const visible = defaultRangeExtractor(range)
          const isOutside = own >= 0 && own < range.count && !visible.includes(own)
          return isOutside ? [...visible, own].toSorted((a, b) => a - b) : visible
        },
      }
    }),
  )
  const placed = computed((): { index: number; top: number | null }[] =>
    isLong.value
      ? list.value.getVirtualItems().map(({ index, start }) => ({ index, top: start - margin.value }))
      : keys.value.map((_, index) => ({ index, top: null })),
  )

  return {
    placed,
    isLong,
    height: computed(() => (isLong.value ? list.value.getTotalSize() : null)),
    measured: (element: unknown) =>
      element instanceof HTMLElement && isLong.value && list.value.measureElement(element),
    reveal(index: number): void {
      if (isLong.value) list.value.scrollToIndex(index, { align: 'auto' })
      else body.value?.children[index]?.scrollIntoView({ block: 'nearest' })
    },
  }
}
