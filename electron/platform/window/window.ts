import { BrowserWindow, nativeTheme, screen, type Session } from 'electron'
import {
  MIN_SIZE,
  fitToDisplays,
  minSizeOn,
  trackSize,
  withoutPosition,
  type WindowState,
} from '../domain/window-bounds.ts'
import { createBringToFront } from './bring-to-front.ts'
import { type Visibility, windowVisibility } from '../../domain/visibility.ts'

/** The options of the window. `url` is the page's address, `preload` a path. */
export interface WindowOptions {
  session: Session
  url: string
  /** The screen that the page will most likely show first, as a fragment of the address. */
  hint: () => string
  preload: string
  devTools: boolean
  /** The window's state at its last close. */
  bounds: WindowState | null
  /** The factor of its page's zoom then. */
  zoom: number
  /** The path of the window's icon; null where the system takes that of the app. */
  icon: string | null
  /** Whether the windows use Wayland, which reports neither their position nor that they are minimised. */
  isWayland: boolean
}

/** The app's only window. */
export interface MainWindow {
  contents(): Electron.WebContents[]
  /** Brings the window to the front; creates it if necessary. */
  open(): void
  visibility(): Visibility
  /** Whether the window is visible and has the focus. */
  isFocused(): boolean
}

/** The background before the first paint, so that no white flash precedes a dark page. */
const BACKGROUND = { light: '#ffffff', dark: '#18191b' }

/** So long after the last move or change of size the window's bounds are stored. */
const BOUNDS_DELAY_MS = 1_000

/** Chromium's ERR_ABORTED: a navigation was prevented, and the page stays. */
const ERR_ABORTED = -3

/** A page that crashes sooner after it was loaded is not reloaded. */
const CRASH_LOOP_MS = 10_000

/**
 * The window's events: it has painted its page for the first time, it got the focus, its visibility changed, it has these bounds and
 * zoom since a moment or closes with them, or Windows ends the user's session, certainly or possibly. Returning true asks Windows to wait.
 */
export interface WindowEvents {
  painted(): void
  focused(): void
  changed(): void
  boundsChanged(bounds: WindowState, zoom: number): void
  sessionEnds(isCertain: boolean): boolean
}

/** Creates the window's controller; the first `open` creates the window. */
export function createWindow(options: WindowOptions, on: WindowEvents): MainWindow {
  const { isWayland } = options
  const bringToFront = createBringToFront(isWayland)
  let window: BrowserWindow | null = null
  // Another desktop must not apply the position that X11 gave.
  let lastBounds = options.bounds && isWayland ? withoutPosition(options.bounds) : options.bounds
  let { zoom } = options
  let loadedAt = 0
  let boundsTimer: NodeJS.Timeout | undefined
  let size = trackSize(MIN_SIZE)
  /** By `performance.now`; null while it has the focus. */
  let unfocusedSince: number | null = null

  function load(into: BrowserWindow): void {
    loadedAt = Date.now()
    // After a failure the window stays empty: there is no other page to load.
    into.loadURL(options.url + options.hint()).catch(() => undefined)
  }

  /** Reloads a page that navigated itself to `about:blank` or `about:srcdoc`, which Chromium cannot prevent. */
  function reloadIfNavigatedAway(into: BrowserWindow, url: string): void {
    if (!url.startsWith(options.url)) load(into)
  }

  /** The window's bounds; on Wayland only the size, as the person chose it. */
  function readBounds(from: BrowserWindow): WindowState {
    const bounds = { ...from.getNormalBounds(), maximised: from.isMaximized() }
    // As it is minimised, a window that has lost the focus changes its size before `blur`.
    if (unfocusedSince === null && !from.isFocused()) size.blurred()
    return isWayland ? size.report(bounds, performance.now()) : bounds
  }

  function storeBounds(from: BrowserWindow): void {
    clearTimeout(boundsTimer)
    lastBounds = readBounds(from)
    zoom = from.webContents.getZoomFactor()
    on.boundsChanged(lastBounds, zoom)
  }

  /** A crash, or the end of the computer's session, must not lose where the window was. */
  function storeBoundsSoon(from: BrowserWindow): void {
    readBounds(from)
    clearTimeout(boundsTimer)
    boundsTimer = setTimeout(() => storeBounds(from), BOUNDS_DELAY_MS)
  }

  function create(): BrowserWindow {
    const main = screen.getPrimaryDisplay()
    const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
    const areas = [main, ...others].map(({ workArea }) => workArea)
    const { maximised, ...bounds } = fitToDisplays(lastBounds, areas)
    const min = minSizeOn(areas)
    size = trackSize(bounds)
    const created = new BrowserWindow({
      ...bounds,
      minWidth: min.width,
      minHeight: min.height,
      show: false,
      title: 'Session Desk',
      ...(options.icon === null ? {} : { icon: options.icon }),
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
        zoomFactor: zoom,
      },
    })
    created.setMenuBarVisibility(false)
    unfocusedSince = performance.now()
    created.on('focus', () => {
      unfocusedSince = null
      size.focused(performance.now())
    })
    created.on('blur', () => {
      unfocusedSince = performance.now()
      size.blurred()
    })
    created.once('ready-to-show', on.painted)
    created.on('focus', on.focused)
    created.on('restore', on.focused)
    created.on('show', () => unfocusedSince === null || (unfocusedSince = performance.now()))
    created.on('show', () => size.shown(performance.now()))
    for (const change of ['show', 'hide', 'minimize']) created.on(change as 'show', on.changed)
    for (const change of ['move', 'resize', 'maximize', 'unmaximize'])
      created.on(change as 'resize', () => storeBoundsSoon(created))
    created.on('close', () => storeBounds(created))
    // Windows reports this to the window only; the app gets no `before-quit`.
    created.on('query-session-end', (event) => on.sessionEnds(false) && event.preventDefault())
    created.on('session-end', () => void on.sessionEnds(true))
    created.on('closed', () => {
      clearTimeout(boundsTimer)
      window = null
      on.changed()
    })
    created.webContents.on('did-navigate', (_event, url) => reloadIfNavigatedAway(created, url))
    created.webContents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
      if (isMainFrame && code !== ERR_ABORTED) reloadIfNavigatedAway(created, url)
    })
    created.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && Date.now() - loadedAt > CRASH_LOOP_MS) load(created)
    })
    load(created)
    // At once, in its page's colour, as Electron's docs advise (BrowserWindow, "Setting the backgroundColor property"): the page
    // paints sooner in a window that is visible, and on Wayland a hidden one is never ready (electron#48859).
    // `maximize` also shows the window.
    if (maximised) created.maximize()
    else created.show()
    return created
  }

  return {
    contents: () => (window ? [window.webContents] : []),
    open() {
      const isShown = window !== null
      window ??= create()
      if (isShown || isWayland) bringToFront(window)
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
