import { nextTick, watch, type Ref } from 'vue'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { focusHeading, isFocusLost } from '../../lib/keep-focus.ts'

/** The attribute of a row's End button; its value is the session id. */
export const REVOKE_BUTTON_ATTRIBUTE = 'data-revoke'
/** The attribute of a session's row; its value is the session id. */
export const ROW_ATTRIBUTE = 'data-session'

/** Focuses the End button of a session's row, otherwise the page's heading. */
export function focusSession(id: number): void {
  const button = document.querySelector<HTMLElement>(`[${REVOKE_BUTTON_ATTRIBUTE}="${id}"]`)
  if (button) button.focus()
  else focusHeading()
}

/** The row of a session, or null while it is not rendered. */
export function rowOf(id: number): HTMLTableRowElement | null {
  return document.querySelector(`[${ROW_ATTRIBUTE}="${id}"]`)
}

/** The selector of the controls in the table. */
export const ROW_CONTROLS = 'button, input'

/** The controls of a row or of the table's head, in order. A narrow window hides the sorting. */
export function controlsOf(part: HTMLElement): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(ROW_CONTROLS)].filter(
    (control) => getComputedStyle(control).visibility !== 'hidden',
  )
}

/** Focuses the control of the table's head in the column of a cell, otherwise the first one; returns whether there is one. */
export function enterHead(cell: Element | null): boolean {
  const head = document.querySelector<HTMLElement>('thead')
  const controls = head ? controlsOf(head) : []
  const column = cell instanceof HTMLTableCellElement ? cell.cellIndex : 0
  const same = controls.find(
    (control) => control.closest('td, th') === head?.querySelector('tr')?.cells[column],
  )
  ;(same ?? controls[0])?.focus({ preventScroll: true })
  return controls.length > 0
}

/** Ends a session as its End button does: does nothing on this device and while the session is being ended. */
export function pressEnd(id: number): void {
  document.querySelector<HTMLElement>(`[${REVOKE_BUTTON_ATTRIBUTE}="${id}"]`)?.click()
}

/** The id of the session whose row contains the element, or null. */
export function sessionAt(element: Element | null): number | null {
  const id = element?.closest(`[${ROW_ATTRIBUTE}]`)?.getAttribute(ROW_ATTRIBUTE)
  return id === null || id === undefined ? null : Number(id)
}

/** Moves the focus to the next row, otherwise the previous one, when the focused row is removed. */
export function useRowFocus(sessions: Ref<readonly DeviceSession[]>): void {
  watch(
    sessions,
    async (after, before) => {
      const element = document.activeElement
      const focused = sessionAt(element)
      const index = before.findIndex(({ id }) => id === focused)
      if (index < 0) return
      const wasEnding = element?.hasAttribute(REVOKE_BUTTON_ATTRIBUTE) ?? false
      await nextTick()
      if (!isFocusLost()) return
      const left = new Set(after.filter(({ isCurrent }) => !isCurrent || !wasEnding).map(({ id }) => id))
      // Includes the row itself, which may have lost the focus by moving.
      const candidates = [...before.slice(index), ...before.slice(0, index).reverse()]
      const fallback = candidates.find(({ id }) => left.has(id))
      if (!fallback) focusHeading()
      else if (wasEnding) focusSession(fallback.id)
      else (rowOf(fallback.id) ?? document.querySelector<HTMLElement>('h1'))?.focus()
    },
    { flush: 'pre' },
  )
}
