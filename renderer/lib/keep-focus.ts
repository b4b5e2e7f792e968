import { nextTick, onUnmounted } from 'vue'
import type { Router } from 'vue-router'

/** Focuses the page's heading. */
export function focusHeading(options?: FocusOptions): void {
  document.querySelector<HTMLElement>('h1')?.focus(options)
}

/** Whether no element has the focus, for example because the focused element was removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Focuses the heading after a navigation that removed the focused element. */
export function useFocusAfterNavigation(router: Router): void {
  router.afterEach(async (_to, from) => {
    await nextTick()
    // The first page is where the person left it; the others begin at their tops.
    if (isFocusLost()) focusHeading({ preventScroll: !from.name })
  })
}

/** After a dialog has closed: focuses the heading where the focus is lost, then calls `callback`. */
export function useAfterClose(callback: () => unknown = () => undefined): void {
  onUnmounted(() => {
    // Reka restores the focus in an earlier task.
    setTimeout(() => {
      if (isFocusLost()) focusHeading()
      callback()
    })
  })
}
