import type { BrowserWindow } from 'electron'

/** ms after which a window is shown whatever its page does. */
const TIMEOUT_MS = 1_000

/** Chromium's ERR_ABORTED: a navigation that was prevented; the page is still there. */
export const ABORTED = -3

/**
 * Shows a window that was made hidden, once, as soon as there is something to see: at the first of `ready-to-show`, its
 * page's first view, its page's failure, and a second from now. `ready-to-show` alone is not enough: it needs a frame, which
 * a hidden window does not get on Wayland (electron#48859), nor any window while the GPU process is gone.
 * Returns what shows it at once, if it is not shown yet.
 */
export function revealWhenReady(window: BrowserWindow, maximised: boolean): () => void {
  const { webContents } = window
  // A view gives the window its name as it renders; before that it has the name it was made with.
  const firstName = window.getTitle()
  const timer = setTimeout(reveal, TIMEOUT_MS)
  let isWaiting = true

  function reveal(): void {
    if (!isWaiting) return
    stop()
    // Maximising shows it too.
    if (maximised) window.maximize()
    else window.show()
  }

  function named(_event: unknown, title: string): void {
    if (title !== firstName) reveal()
  }

  function failed(_event: unknown, code: number, _words: string, _url: string, isMainFrame: boolean): void {
    if (isMainFrame && code !== ABORTED) reveal()
  }

  function stop(): void {
    isWaiting = false
    clearTimeout(timer)
    window.off('ready-to-show', reveal)
    window.off('page-title-updated', named)
    window.off('closed', stop)
    if (!window.isDestroyed()) webContents.off('did-fail-load', failed)
  }

  window.on('ready-to-show', reveal)
  window.on('page-title-updated', named)
  window.on('closed', stop)
  webContents.on('did-fail-load', failed)
  return reveal
}
