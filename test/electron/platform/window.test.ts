import type { Session } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_UNFOCUSED_MS } from '../../../electron/core/domain/visibility.ts'
import type { WindowState } from '../../../electron/platform/domain/window-bounds.ts'
import { createWindow, type MainWindow } from '../../../electron/platform/window.ts'
import type { FakeWindow } from './fake-window.ts'

const made = vi.hoisted(() => ({ windows: [] as { options: object; window: unknown }[] }))

vi.mock('electron', async () => {
  const { FakeWindow } = await import('./fake-window.ts')
  class BrowserWindow extends FakeWindow {
    constructor(options: object) {
      super()
      made.windows.push({ options, window: this })
    }
    setMenuBarVisibility = (): void => undefined
    loadURL = (): Promise<void> => Promise.resolve()
    isMaximized = (): boolean => false
    getNormalBounds = () => ({ x: 30, y: 40, width: 900, height: 600 })
  }
  const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }
  return {
    BrowserWindow,
    nativeTheme: { shouldUseDarkColors: true },
    screen: { getPrimaryDisplay: () => display, getAllDisplays: () => [display] },
  }
})

beforeEach(() => {
  made.windows = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const PLACE = { x: 100, y: 100, width: 900, height: 600, maximised: false }

function open(
  isWayland: boolean,
  sessionEnds: (isCertain: boolean) => boolean = () => false,
): {
  main: MainWindow
  window: FakeWindow
  options: object
  boundsChanged: WindowState[]
} {
  const boundsChanged: WindowState[] = []
  const main = createWindow(
    {
      session: null as unknown as Session,
      url: 'app://session-desk/',
      hint: () => '#sign-in',
      preload: '/preload.cjs',
      devTools: false,
      bounds: PLACE,
      isWayland,
    },
    {
      focused: () => undefined,
      changed: () => undefined,
      boundsChanged: (place) => boundsChanged.push(place),
      sessionEnds,
    },
  )
  main.open()
  const [{ window, options } = { window: null, options: {} }] = made.windows
  return { main, window: window as FakeWindow, options, boundsChanged }
}

describe('the window', () => {
  it('is created hidden, with the theme’s background, and shown once its page is there', () => {
    const { main, window, options } = open(false)
    expect(options).toMatchObject({ show: false, backgroundColor: '#18191b' })
    expect(main.visibility()).toBe('hidden')
    window.emit('ready-to-show')
    expect(main.visibility()).toBe('visible')
    expect(window.calls).toEqual(['show'])
  })

  it('is shown at once on request while its page loads, and not again afterwards', () => {
    const { main, window } = open(false)
    main.open()
    expect(window.visible).toBe(true)
    const before = window.calls.length
    window.emit('ready-to-show')
    vi.advanceTimersByTime(5_000)
    expect(window.calls).toHaveLength(before)
    expect(made.windows).toHaveLength(1)
  })

  it('is created again if it was closed before it was shown', () => {
    const { main, window } = open(false)
    window.close()
    main.open()
    vi.advanceTimersByTime(1_000)
    expect(made.windows).toHaveLength(2)
    expect(window.calls).toEqual([])
    expect((made.windows[1]?.window as FakeWindow).calls).toEqual(['show'])
  })

  it('opens with the last bounds and reports them, except for the position on Wayland', () => {
    const x11 = open(false)
    expect(x11.options).toMatchObject({ x: 100, y: 100, width: 900, height: 600 })
    x11.window.emit('close')
    expect(x11.boundsChanged).toEqual([{ x: 30, y: 40, width: 900, height: 600, maximised: false }])
    made.windows = []
    const wayland = open(true)
    expect(wayland.options).toMatchObject({ width: 900, height: 600 })
    expect(wayland.options).not.toHaveProperty('x')
    wayland.window.emit('close')
    expect(wayland.boundsChanged).toEqual([{ width: 900, height: 600, maximised: false }])
  })

  it('counts as minimised on Wayland after a long time without the focus, until it has it again', () => {
    const { main, window } = open(true)
    window.emit('ready-to-show')
    window.emit('show')
    window.emit('focus')
    vi.advanceTimersByTime(2 * MAX_UNFOCUSED_MS)
    expect(main.visibility()).toBe('visible')
    window.emit('blur')
    vi.advanceTimersByTime(MAX_UNFOCUSED_MS - 1)
    expect(main.visibility()).toBe('visible')
    vi.advanceTimersByTime(1)
    expect(main.visibility()).toBe('minimised')
    window.emit('focus')
    expect(main.visibility()).toBe('visible')
  })

  it('counts as visible again when it is shown on a desktop without focus', () => {
    const { main, window } = open(true)
    vi.advanceTimersByTime(MAX_UNFOCUSED_MS)
    window.emit('show')
    expect(main.visibility()).toBe('visible')
    vi.advanceTimersByTime(MAX_UNFOCUSED_MS)
    expect(main.visibility()).toBe('minimised')
  })

  it('counts as visible on other systems as long as they say so', () => {
    const { main, window } = open(false)
    window.emit('ready-to-show')
    window.emit('blur')
    vi.advanceTimersByTime(10 * MAX_UNFOCUSED_MS)
    expect(main.visibility()).toBe('visible')
  })

  it('is focused only while it has the focus and is visible', () => {
    const { main, window } = open(true)
    expect(main.isFocused()).toBe(false)
    window.emit('ready-to-show')
    expect(main.isFocused()).toBe(false)
    window.focused = true
    expect(main.isFocused()).toBe(true)
    window.minimised = true
    expect(main.isFocused()).toBe(false)
  })

  it('delays the end of a Windows session only if work has to be finished', () => {
    const certainties: boolean[] = []
    let isNeeded = false
    const { window } = open(false, (isCertain) => (certainties.push(isCertain), isNeeded))
    const query = { preventDefault: vi.fn() }
    window.emit('query-session-end', query)
    expect(query.preventDefault).not.toHaveBeenCalled()
    isNeeded = true
    window.emit('query-session-end', query)
    expect(query.preventDefault).toHaveBeenCalledOnce()
    window.emit('session-end', {})
    expect(certainties).toEqual([false, false, true])
  })
})
