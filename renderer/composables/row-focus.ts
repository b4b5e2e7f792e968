import { nextTick, watch, type Ref } from 'vue'
import type { DeviceSession } from '../../electron/contract/models.ts'
import { focusHeading, isFocusLost } from './keep-focus.ts'

/** The attribute by which a row's End button is found again. */
export const SESSION_ATTRIBUTE = 'data-end-of'

/** Focuses the End button of a session's row, else the page's heading. */
export function focusSession(id: number): void {
  const button = document.querySelector<HTMLElement>(`[${SESSION_ATTRIBUTE}="${id}"]`)
  if (button) button.focus()
  else focusHeading()
}

/** When the row that has the focus goes away, hands the focus to its neighbour: the next one, else the one before. */
export function useRowFocus(sessions: Ref<readonly DeviceSession[]>): void {
  watch(
    sessions,
    async (after, before) => {
      const focused = Number(document.activeElement?.getAttribute(SESSION_ATTRIBUTE) ?? NaN)
      const index = before.findIndex(({ id }) => id === focused)
      if (index < 0) return
      await nextTick()
      if (!isFocusLost()) return
      const left = new Set(after.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id))
      const heirs = [...before.slice(index + 1), ...before.slice(0, index).reverse()]
      const heir = heirs.find(({ id }) => left.has(id))
      if (heir) focusSession(heir.id)
      else focusHeading()
    },
    { flush: 'pre' },
  )
}
