import { useEventListener } from '@vueuse/core'
import { isOverlayOpen } from '../../lib/shortcuts.ts'

/** The parts of the window, in order: the page, the details beside it, and the dock while it says anything. */
const PARTS = ['main', '#side-panel > aside', '[data-dock]:has(button)']

/** What gets the focus in a part: the active row of a list, or else the page's heading, or the part itself. */
function targetIn(part: HTMLElement): HTMLElement {
  return part.querySelector<HTMLElement>('[data-session][tabindex="0"]') ?? part.querySelector('h1') ?? part
}

/** F6 moves the focus to the next part of the window, and Shift+F6 to the one before. */
export function usePartKeys(): void {
  useEventListener('keydown', (event: KeyboardEvent) => {
    if (event.key !== 'F6' || event.defaultPrevented || isOverlayOpen()) return
    const parts = PARTS.flatMap((part) => document.querySelector<HTMLElement>(part) ?? [])
    const from = parts.findIndex((part) => part.contains(document.activeElement))
    const to = from < 0 ? 0 : (from + (event.shiftKey ? -1 : 1) + parts.length) % parts.length
    const next = parts[to]
    if (next) targetIn(next).focus()
    event.preventDefault()
  })
}
