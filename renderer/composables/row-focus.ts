import { nextTick, watch, type Ref } from 'vue'
import type { DeviceSession } from '../../electron/contract/models.ts'
import { focusHeading, isFocusLost } from './keep-focus.ts'

/** The attribute by which a row's End button is found again. */
export const REVOKE_BUTTON_ATTRIBUTE = 'data-revoke'
/** The attribute by which a session's row is found. */
export const ROW_ATTRIBUTE = 'data-session'

/** Focuses the End button of a session's row, else the page's heading. */
export function focusSession(id: number): void {
  const button = document.querySelector<HTMLElement>(`[${REVOKE_BUTTON_ATTRIBUTE}="${id}"]`)
  if (button) button.focus()
  else focusHeading()
}

/** The row of a session, while it is on the page. */
export function rowOf(id: number): HTMLElement | null {
  return document.querySelector(`[${ROW_ATTRIBUTE}="${id}"]`)
}

/** The session whose row an element is in, or null. */
export function sessionAt(element: Element | null): number | null {
  const id = element?.closest(`[${ROW_ATTRIBUTE}]`)?.getAttribute(ROW_ATTRIBUTE)
  return id === null || id === undefined ? null : Number(id)
}

/** When the row that has the focus goes away, hands the focus to its neighbour: the next one, else the one before. */
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
      // A row that only moved may have lost it on the way.
      const heirs = [...before.slice(index), ...before.slice(0, index).reverse()]
      const heir = heirs.find(({ id }) => left.has(id))
      if (!heir) focusHeading()
      else if (wasEnding) focusSession(heir.id)
      else (rowOf(heir.id) ?? document.querySelector<HTMLElement>('h1'))?.focus()
    },
    { flush: 'pre' },
  )
}
