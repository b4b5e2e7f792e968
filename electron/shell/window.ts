import { BrowserWindow, nativeTheme, screen, type Session } from 'electron'
import type { Visibility } from '../domain/polling.ts'
import { LEAST, placeWindow, type WindowPlace } from '../domain/window-place.ts'

/** What the window is made with. `url` is the page's own address, `preload` a path. */
export interface WindowOptions {
  session: Session
  url: string
  /** The screen that it will most likely show, as a fragment of the address. */
  hint: string
  preload: string
  devTools: boolean
  /** Where it was when it was last closed. */
  place: WindowPlace | null
}

/** The app's one window. */
export interface MainWindow {
  contents(): Electron.WebContents[]
  /** Brings the window to the front, making it if it is not there. */
  open(): void
  visibility(): Visibility
  /** Whether it is in view and has the focus. */
  isWatched(): boolean
}

/** Paper and ink of the two themes, so that no white flash comes before a dark page. */
const PAPER = { light: '#ffffff', dark: '#18191b' }

/** A page that crashes sooner than this after it was loaded, ms, is not loaded again and again. */
const CALM = 10_000

/** Chromium's ERR_ABORTED: a navigation that was prevented; the page is still there. */
const ABORTED = -3

/**
 * What happens to the window: it came into view, its visibility changed, it was closed at a place; Windows ends the
 * session, for certain or so far, and waits a moment where that is asked for.
 */
export interface WindowEvents {
  seen(): void
  changed(): void
  closedAt(place: WindowPlace): void
  sessionEnds(isCertain: boolean): boolean
}

/** Makes the window on demand. */
export function createWindow(options: WindowOptions, on: WindowEvents): MainWindow {
  let window: BrowserWindow | null = null
  let lastPlace = options.place
  let loadedAt = 0

  function load(into: BrowserWindow): void {
    loadedAt = Date.now()
    // Its failure is seen as an empty window, and there is nothing else to try.
    into.loadURL(options.url + options.hint).catch(() => undefined)
  }

  /** Chromium asks nobody when a page leads itself to `about:blank` or `about:srcdoc`: it would stay empty. */
  function comeBack(into: BrowserWindow, url: string): void {
    if (!url.startsWith(options.url)) load(into)
  }

  function remember(from: BrowserWindow): void {
    lastPlace = { ...from.getNormalBounds(), maximised: from.isMaximized() }
    on.closedAt(lastPlace)
  }

  function make(): BrowserWindow {
    const main = screen.getPrimaryDisplay()
    const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
    const areas = [main, ...others].map(({ workArea }) => workArea)
    const { maximised, ...bounds } = placeWindow(lastPlace, areas)
    const made = new BrowserWindow({
      ...bounds,
      minWidth: LEAST.width,
      minHeight: LEAST.height,
      show: false,
      title: 'Session Desk',
      backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
      webPreferences: {
        session: options.session,
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
        navigateOnDragDrop: false,
        devTools: options.devTools,
      },
    })
    made.setMenuBarVisibility(false)
    // Maximising shows it too.
    made.once('ready-to-show', () => (maximised ? made.maximize() : made.show()))
    made.on('focus', on.seen)
    made.on('restore', on.seen)
    made.on('show', on.changed)
    made.on('hide', on.changed)
    made.on('minimize', on.changed)
    made.on('close', () => remember(made))
    // Windows tells the window alone; the app hears no `before-quit`.
    made.on('query-session-end', (event) => on.sessionEnds(false) && event.preventDefault())
    made.on('session-end', () => void on.sessionEnds(true))
    made.on('closed', () => {
      window = null
      on.changed()
    })
    made.webContents.on('did-navigate', (_event, url) => comeBack(made, url))
    made.webContents.on('did-fail-load', (_event, code, _words, url, isMainFrame) => {
      if (isMainFrame && code !== ABORTED) comeBack(made, url)
    })
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && Date.now() - loadedAt > CALM) load(made)
    })
    load(made)
    return made
  }

  return {
    contents: () => (window ? [window.webContents] : []),
    open() {
      if (!window) {
        window = make()
        return
      }
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    isWatched: () => window?.isVisible() === true && !window.isMinimized() && window.isFocused(),
    visibility() {
      if (!window || !window.isVisible()) return 'hidden'
      return window.isMinimized() ? 'minimised' : 'visible'
    },
  }
}
