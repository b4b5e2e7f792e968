import type { BrowserWindow } from 'electron'

/** ms within which a window that asked for the focus has it, where the desktop gives it. */
const FOCUS_TIMEOUT_MS = 500

/**
 * Makes what brings a window that is there to the front, as far as the desktop lets it. On Wayland it may only ask: a
 * compositor need not answer `focus()`, and nothing brings a minimised window back (electron#43709). A window whose surface
 * is made anew does appear, so that is what happens there when it gets no focus. Hiding and showing it does so, and the
 * page stays with all that was typed into it, which it would not if the window itself were made anew.
 */
export function createBringToFront(isWayland: boolean): (window: BrowserWindow) => void {
  let timer: NodeJS.Timeout | undefined

  return (window) => {
    clearTimeout(timer)
    const wasMinimised = window.isMinimized()
    // In any case: a window that is hidden and shown while it is minimised ends the app on Wayland (electron#49253).
    if (wasMinimised) window.restore()
    if (wasMinimised && isWayland) window.hide()
    window.show()
    window.focus()
    if (isWayland && !wasMinimised) timer = setTimeout(() => remapUnfocused(window), FOCUS_TIMEOUT_MS)
  }
}

function remapUnfocused(window: BrowserWindow): void {
  if (window.isDestroyed() || window.isFocused() || window.isMinimized() || !window.isVisible()) return
  window.hide()
  window.show()
}
