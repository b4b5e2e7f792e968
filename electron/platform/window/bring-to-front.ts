import type { BrowserWindow } from 'electron'

/** How long a desktop may take to give a window the focus. */
const FOCUS_TIMEOUT_MS = 500
/** How long a window is hidden before it gets a new surface. */
const HIDDEN_MS = 150

/**
 * Creates the function that brings a window to the front. A Wayland compositor may ignore `focus()`, and nothing
 * restores a minimised window there (electron#43709). A window with a new surface does appear, so an unfocused window
 * is hidden and shown again, which keeps its page with the typed text. A window that was just shown needs it too: a
 * frame that Chromium draws before that is lost, and a window without one does not appear.
 */
export function createBringToFront(isWayland: boolean): (window: BrowserWindow) => void {
  let timer: NodeJS.Timeout | undefined

  function remapUnfocused(window: BrowserWindow): void {
    if (window.isDestroyed() || window.isFocused() || window.isMinimized() || !window.isVisible()) return
    window.hide()
    // Shown at once it would have the focus but stay empty, and so be invisible: under GNOME Shell 43, with Electron 33.
    timer = setTimeout(() => {
      if (!window.isDestroyed()) window.show()
    }, HIDDEN_MS)
  }

  return (window) => {
    clearTimeout(timer)
    const wasMinimised = window.isMinimized()
    // Always restore first: hiding and showing a minimised window crashes the app on Wayland (electron#49253).
    if (wasMinimised) window.restore()
    if (wasMinimised && isWayland) window.hide()
    window.show()
    window.focus()
    if (isWayland && !wasMinimised) timer = setTimeout(() => remapUnfocused(window), FOCUS_TIMEOUT_MS)
  }
}
