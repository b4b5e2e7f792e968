import { nextTick } from 'vue'
import type { Router } from 'vue-router'

/** Moves the focus to the page's heading, where reading goes on. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus()
}

/** Whether the focus fell off the page, as it does when its element goes away. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** After each change of page, picks up a focus that went away with the old one. */
export function useFocusAfterNavigation(router: Router): void {
  router.afterEach(async () => {
    await nextTick()
    if (isFocusLost()) focusHeading()
  })
}
