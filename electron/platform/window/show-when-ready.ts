import type { BrowserWindow } from 'electron'

/** The maximum wait before the window is shown. */
const TIMEOUT_MS = 1_000

/** Chromium's ERR_ABORTED: a navigation was prevented, and the page stays. */
export const ERR_ABORTED = -3

/**
 * Shows a hidden window once: at the first of `ready-to-show`, its page's first render, a failure of its page, or the
 * timeout. `ready-to-show` alone is not enough: it needs a frame, which a hidden window does not get on Wayland
 * (electron#48859), nor any window without a GPU process. Calls `shown` then. Returns a function that shows the window
 * at once.
 */
export function showWhenReady(window: BrowserWindow, maximised: boolean, shown: () => void): () => void {
  const { webContents } = window
  // Each first page sets another title when it renders.
  const initialTitle = window.getTitle()
  const timer = setTimeout(show, TIMEOUT_MS)
  let isWaiting = true

  function show(): void {
    if (!isWaiting) return
    stop()
    // `maximize` also shows the window.
    if (maximised) window.maximize()
    else window.show()
    shown()
  }

  function titleChanged(_event: unknown, title: string): void {
    if (title !== initialTitle) show()
  }

  function failed(
    _event: unknown,
    code: number,
    _description: string,
    _url: string,
    isMainFrame: boolean,
  ): void {
    if (isMainFrame && code !== ERR_ABORTED) show()
  }

  function stop(): void {
    isWaiting = false
    clearTimeout(timer)
    window.off('ready-to-show', show)
    window.off('page-title-updated', titleChanged)
    window.off('closed', stop)
    if (!window.isDestroyed()) webContents.off('did-fail-load', failed)
  }

  window.on('ready-to-show', show)
  window.on('page-title-updated', titleChanged)
  window.on('closed', stop)
  webContents.on('did-fail-load', failed)
  return show
}
