import { nextTick, watch, type Ref } from 'vue'
import { focusHeading, isFocusLost } from '../../lib/keep-focus.ts'
import { keyOf, type ListedSession } from './listed-session.ts'

/** The attribute of a row's End button; its value is the service's id of the session, in a list of several accounts after the account's. */
export const REVOKE_BUTTON_ATTRIBUTE = 'data-revoke'
/** The attribute of a session's row; its value is the row's key. */
export const ROW_ATTRIBUTE = 'data-session'

/**
 * Focuses a session's row, in a list of one account or several, otherwise the page's heading. Never its End button: a key that
 * was meant for what had the focus before would end the session.
 */
export function focusSession(session: Pick<ListedSession, 'key' | 'accountId'>): void {
  const row = rowOf(keyOf(session)) ?? rowOf(String(session.key))
  if (row) row.focus()
  else focusHeading()
}

/** The row with a key, or null while it is not rendered. */
export function rowOf(key: string): HTMLTableRowElement | null {
  return document.querySelector(`[${ROW_ATTRIBUTE}="${key}"]`)
}

/** The selector of the controls in the table. */
export const ROW_CONTROLS = 'button, input'

/** Ends a session as its End button does: does nothing on this device and while the session is being ended. */
export function pressEnd(key: string): void {
  rowOf(key)?.querySelector<HTMLElement>(`[${REVOKE_BUTTON_ATTRIBUTE}]`)?.click()
}

/** The key of the row that contains the element, or null. */
export function sessionAt(element: Element | null): string | null {
  return element?.closest(`[${ROW_ATTRIBUTE}]`)?.getAttribute(ROW_ATTRIBUTE) ?? null
}

/** Moves the focus to the next row, otherwise the previous one, when the focused row is removed; never to a control in it. */
export function useRowFocus(sessions: Ref<readonly ListedSession[]>): void {
  watch(
    sessions,
    async (after, before) => {
      const focused = sessionAt(document.activeElement)
      const index = before.findIndex((session) => keyOf(session) === focused)
      if (index < 0) return
      await nextTick()
      // A row that is gone keeps its place for a moment.
      if (!isFocusLost() && !document.activeElement?.closest('[inert]')) return
      const left = new Set(after.map(keyOf))
      // Includes the row itself, which may have lost the focus by moving.
      const candidates = [...before.slice(index), ...before.slice(0, index).reverse()]
      const fallback = candidates.find((session) => left.has(keyOf(session)))
      if (fallback) focusSession(fallback)
      else focusHeading()
    },
    { flush: 'pre' },
  )
}
