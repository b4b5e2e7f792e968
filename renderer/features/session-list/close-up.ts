import { useEventListener, useTimeoutFn } from '@vueuse/core'
import { nextTick, type ShallowRef } from 'vue'
import { withoutGone, type HeldRows } from './held-rows.ts'
import { ROW_ATTRIBUTE } from './row-focus.ts'

export { holdRows } from './held-rows.ts'

/** How long a row that is gone keeps its place while the pointer is in the list, ms. */
const KEPT_MS = 2_000
const MOTION_MS = 140

/**
 * Returns a function that closes the gaps of rows that are gone: after a moment while the pointer is in the list, which may be about
 * to press, otherwise at once. The rows below move up smoothly.
 */
export function createCloseUp(held: ShallowRef<HeldRows>, hovers: () => boolean): () => void {
  async function close(): Promise<void> {
    const { rows, waiting } = held.value
    const left = withoutGone(rows)
    if (left.length === rows.length) return
    const before = new Map(tops())
    held.value = { rows: left, waiting }
    await nextTick()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [row, top] of tops()) {
      const way = (before.get(row) ?? top) - top
      // A row of a long list has a transform of its own.
      if (way !== 0)
        row.animate([{ transform: `translateY(${way}px)` }, { transform: 'none' }], {
          duration: MOTION_MS,
          easing: 'ease-out',
          composite: 'add',
        })
    }
  }
  const later = useTimeoutFn(() => void close(), KEPT_MS, { immediate: false })
  return () => {
    if (!hovers()) void close()
    else if (!later.isPending.value) later.start()
  }
}

const tops = (): [Element, number][] =>
  [...document.querySelectorAll(`[${ROW_ATTRIBUTE}]`)].map((row) => [row, row.getBoundingClientRect().top])

/** Calls back when nobody sees the window any more. */
export function onUnseen(callback: () => void): void {
  useEventListener(document, 'visibilitychange', () => document.hidden && callback())
}
