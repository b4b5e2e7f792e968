import { focusHeading } from '../../lib/keep-focus.ts'
import { keyOf, type ListedSession } from './listed-session.ts'

/** The attribute of a session's row; its value is the row's key. */
export const ROW_ATTRIBUTE = 'data-session'

/** The row with a key, or null while it is not rendered. */
export function rowOf(key: string): HTMLElement | null {
  return document.querySelector(`[${ROW_ATTRIBUTE}="${key}"]`)
}

/** The key of the row that contains the element, or null. */
export function rowAt(element: EventTarget | null): string | null {
  const row = element instanceof Element ? element.closest(`[${ROW_ATTRIBUTE}]`) : null
  return row?.getAttribute(ROW_ATTRIBUTE) ?? null
}

/**
 * Focuses a session's row, in a list of one account or several, otherwise the page's heading. Never its End button: a key that
 * was meant for what had the focus before would end the session.
 */
export function focusSession(session: Pick<ListedSession, 'key' | 'accountId'>): void {
  const row = rowOf(keyOf(session)) ?? rowOf(String(session.key))
  if (row) row.focus()
  else focusHeading()
}
