import { BrowserWindow, nativeTheme, screen, type Session } from 'electron'
import { MIN_SIZE, fitToDisplays, withoutPosition, type WindowState } from './domain/window-bounds.ts'
import { createBringToFront } from './bring-to-front.ts'
import { ABORTED, revealWhenReady } from './reveal.ts'
import { type Visibility, windowVisibility } from '../features/sessions/index.ts'

/** What the window is made with. `url` is the page's own address, `preload` a path. */
export interface WindowOptions {
  session: Session
  url: string
  /** The screen that it will most likely show, as a fragment of the address. */
  hint: string
  preload: string
  devTools: boolean
  /** Where it was when it was last closed. */
  bounds: WindowState | null
  /** Whether windows are drawn on Wayland, which tells an app neither where they are nor that they are minimised. */
  isWayland: boolean
}

/** The app's one window. */
export interface MainWindow {
  contents(): Electron.WebContents[]
  /** Brings the window to the front, making it if it is not there. */
  open(): void
  visibility(): Visibility
  /** Whether it is in view and has the focus; false on a desktop that gives no window the focus. */
  isFocused(): boolean
}

/** Paper and ink of the two themes, so that no white flash comes before a dark page. */
const BACKGROUND = { light: '#ffffff', dark: '#18191b' }

/** A page that crashes sooner than this after it was loaded, ms, is not loaded again and again. */
const CRASH_LOOP_MS = 10_000

/**
 * What happens to the window: it came into view, its visibility changed, it was closed at a place; Windows ends the
 * session, for certain or so far, and waits a moment where that is asked for.
 */
export interface WindowEvents {
  focused(): void
  changed(): void
  boundsChanged(place: WindowState): void
  sessionEnds(isCertain: boolean): boolean
}

/** Makes the window on demand. */
export function createWindow(options: WindowOptions, on: WindowEvents): MainWindow {
  const { isWayland } = options
  const bringToFront = createBringToFront(isWayland)
  let window: BrowserWindow | null = null
  let reveal = (): void => undefined
  let lastPlace = options.bounds && known(options.bounds)
  let loadedAt = 0
  /** By the clock of `performance.now`; null while it has the focus. */
  let unfocusedSince: number | null = null

  function known(place: WindowState): WindowState {
    return isWayland ? withoutPosition(place) : place
  }

  function load(into: BrowserWindow): void {
    loadedAt = Date.now()
    // Its failure is seen as an empty window, and there is nothing else to try.
    into.loadURL(options.url + options.hint).catch(() => undefined)
  }

  /** Chromium asks nobody when a page leads itself to `about:blank` or `about:srcdoc`: it would stay empty. */
  function reloadIfNavigatedAway(into: BrowserWindow, url: string): void {
    if (!url.startsWith(options.url)) load(into)
  }

  function remember(from: BrowserWindow): void {
    lastPlace = known({ ...from.getNormalBounds(), maximised: from.isMaximized() })
    on.boundsChanged(lastPlace)
  }

  function make(): BrowserWindow {
    const main = screen.getPrimaryDisplay()
    const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
    const areas = [main, ...others].map(({ workArea }) => workArea)
    const { maximised, ...bounds } = fitToDisplays(lastPlace, areas)
    const made = new BrowserWindow({
      ...bounds,
      minWidth: MIN_SIZE.width,
      minHeight: MIN_SIZE.height,
      show: false,
      title: 'Session Desk',
      backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
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
    reveal = revealWhenReady(made, maximised)
    unfocusedSince = performance.now()
    made.on('focus', () => (unfocusedSince = null))
    made.on('blur', () => (unfocusedSince = performance.now()))
    made.on('focus', on.focused)
    made.on('restore', on.focused)
    made.on('show', () => unfocusedSince === null || (unfocusedSince = performance.now()))
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
    made.webContents.on('did-navigate', (_event, url) => reloadIfNavigatedAway(made, url))
    made.webContents.on('did-fail-load', (_event, code, _words, url, isMainFrame) => {
      if (isMainFrame && code !== ABORTED) reloadIfNavigatedAway(made, url)
    })
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && Date.now() - loadedAt > CRASH_LOOP_MS) load(made)
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
      reveal()
      bringToFront(window)
    },
    isFocused: () => window?.isVisible() === true && !window.isMinimized() && window.isFocused(),
    visibility: () =>
      window
        ? windowVisibility({
            isVisible: window.isVisible(),
            isMinimised: window.isMinimized(),
            reportsMinimising: !isWayland,
            unfocusedMs: unfocusedSince === null ? 0 : performance.now() - unfocusedSince,
          })
        : 'hidden',
  }
}
