import { useEventListener } from '@vueuse/core'
import { ROW_ATTRIBUTE } from '../../features/session-list/row-focus.ts'
import { isOverlayOpen } from '../../lib/shortcuts.ts'

const DOCK = '[data-dock]'
/** The parts of the window, in order: the page, the details beside it, and the dock while it says anything. */
const PARTS = ['main', '#side-panel > aside', `${DOCK}:has(button)`]

const find = (selector: string): HTMLElement | null => document.querySelector(selector)

/** What gets the focus in a part: the active row of a list, or else the page's heading, or the part itself. */
function targetIn(part: HTMLElement): HTMLElement {
  const row = part.querySelector<HTMLElement>(`[${ROW_ATTRIBUTE}][tabindex="0"]`)
  return row ?? part.querySelector('h1') ?? part
}

/** F6 moves the focus to the next part of the window, Shift+F6 to the one before, and F8 to the dock. */
export function usePartKeys(): void {
  useEventListener('keydown', ({ key, shiftKey, defaultPrevented }: KeyboardEvent) => {
    if (defaultPrevented || isOverlayOpen()) return
    if (key === 'F8') return find(DOCK)?.focus()
    if (key !== 'F6') return
    const parts = PARTS.flatMap((part) => find(part) ?? [])
    const from = parts.findIndex((part) => part.contains(document.activeElement))
    const to = from < 0 ? 0 : (from + (shiftKey ? -1 : 1) + parts.length) % parts.length
    const next = parts[to]
    if (next) targetIn(next).focus()
  })
}
