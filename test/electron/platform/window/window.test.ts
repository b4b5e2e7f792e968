import type { Session } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_UNFOCUSED_MS } from '../../../../electron/domain/visibility.ts'
import type { WindowState } from '../../../../electron/platform/domain/window-bounds.ts'
import { createWindow } from '../../../../electron/platform/window/window.ts'
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
    maximised = false
    isMaximized = (): boolean => this.maximised
    reported = { x: 30, y: 40, width: 900, height: 600 }
    getNormalBounds = () => this.reported
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

const SIZE = { width: 900, height: 600 }
const BEFORE = { width: 800, height: 560 }

function open(
  isWayland: boolean,
  { maximised = false, sessionEnds = (_isCertain: boolean): boolean => false } = {},
) {
  const boundsChanged: WindowState[] = []
  let paints = 0
  const main = createWindow(
    {
      session: null as unknown as Session,
      url: 'app://session-desk/',
      hint: () => '#sign-in',
      preload: '/preload.cjs',
      devTools: false,
      zoom: 1.2,
      bounds: { x: 100, y: 100, ...BEFORE, maximised },
      icon: isWayland ? null : '/icon.png',
      isWayland,
    },
    {
      painted: () => void (paints += 1),
      focused: () => undefined,
      changed: () => undefined,
      boundsChanged(place, zoom) {
        boundsChanged.push(place)
        expect(zoom).toBe(1.5)
      },
      sessionEnds,
    },
  )
  main.open()
  const { window, options } = made.windows[0]!
  const emit = (...events: string[]) => events.forEach((event) => (window as FakeWindow).emit(event))
  /** The visibility of the window `ms` later. */
  const visibilityIn = (ms: number) => (vi.advanceTimersByTime(ms), main.visibility())
  return {
    main,
    window: window as FakeWindow,
    options,
    boundsChanged,
    emit,
    visibilityIn,
    paints: () => paints,
  }
}

describe('the window', () => {
  it('is shown at once, with the theme’s background, and comes to the front on request', () => {
    const { main, window, options } = open(false)
    expect(options).toMatchObject({ backgroundColor: '#18191b' })
    expect([main.visibility(), window.calls]).toEqual(['visible', ['show']])
    main.open()
    expect([made.windows.length, window.calls]).toEqual([1, ['show', 'show', 'focus']])
  })

  it('says once that it has painted its page', () => {
    const { emit, paints } = open(false)
    expect(paints()).toBe(0)
    emit('ready-to-show', 'ready-to-show')
    expect(paints()).toBe(1)
  })

  it('is shown maximised if it was so at its last close', () => {
    expect(open(false, { maximised: true }).window.calls).toEqual(['maximize'])
  })

  it('gets a new surface on Wayland if it has no focus soon after it was first shown, when its first frame may be lost', () => {
    const { window } = open(true)
    vi.runAllTimers()
    expect(window.calls).toEqual(['show', 'show', 'focus', 'hide', 'show'])
  })

  it('is created again once it was closed', () => {
    const { main, window } = open(false)
    window.close()
    expect(main.visibility()).toBe('hidden')
    main.open()
    expect(made.windows.map((each) => (each.window as FakeWindow).calls)).toEqual([['show'], ['show']])
  })

  it.each([
    ['with the position on X11', false, { x: 100, y: 100, ...BEFORE }, { x: 30, y: 40, ...SIZE }],
    ['without the position on Wayland, where nobody changed the size', true, BEFORE, BEFORE],
  ])('opens with the last bounds and reports them, %s', (_case, isWayland, before, after) => {
    const { options, boundsChanged, emit } = open(isWayland)
    expect(options).toMatchObject(before)
    expect('x' in options).toBe(!isWayland)
    emit('close')
    expect(boundsChanged).toEqual([{ ...after, maximised: false }])
  })

  it('keeps its size on Wayland, whatever the desktop adds to it, until somebody changes it', () => {
    const { window, boundsChanged, emit } = open(true)
    const resize = (width: number, height: number): void => {
      Object.assign(window, { reported: { x: 0, y: 0, width, height } })
      emit('resize')
    }
    emit('show')
    resize(BEFORE.width + 44, BEFORE.height + 44)
    vi.advanceTimersByTime(1_000)
    expect(boundsChanged).toEqual([{ ...BEFORE, maximised: false }])
    for (const event of ['maximize', 'unmaximize', 'show']) {
      const maximised = event === 'maximize'
      Object.assign(window, { maximised })
      emit(event)
      resize(BEFORE.width + 22, BEFORE.height + 22)
      vi.advanceTimersByTime(1_000)
      expect(boundsChanged.at(-1), event).toEqual({ ...BEFORE, maximised })
    }
    resize(BEFORE.width + 122, BEFORE.height + 22)
    emit('close')
    expect(boundsChanged.at(-1)).toEqual({ ...BEFORE, width: BEFORE.width + 100, maximised: false })
  })

  it('keeps its size on Wayland as it loses the focus, when the desktop changes it', () => {
    const { window, boundsChanged, emit } = open(true)
    const resize = (by: number): void => {
      Object.assign(window, { reported: { x: 0, y: 0, width: BEFORE.width + by, height: BEFORE.height } })
      emit('resize')
    }
    emit('show')
    Object.assign(window, { focused: true })
    emit('focus')
    resize(44)
    vi.advanceTimersByTime(5_000)
    Object.assign(window, { focused: false })
    resize(22)
    emit('blur')
    vi.advanceTimersByTime(5_000)
    expect(boundsChanged.at(-1)).toEqual({ ...BEFORE, maximised: false })
    Object.assign(window, { focused: true })
    emit('focus')
    vi.advanceTimersByTime(1_000)
    resize(122)
    emit('close')
    expect(boundsChanged.at(-1)).toEqual({ ...BEFORE, width: BEFORE.width + 100, maximised: false })
  })

  it('reports its bounds a second after the last change, in case it never closes', () => {
    const { boundsChanged, emit } = open(false)
    emit('move')
    vi.advanceTimersByTime(900)
    emit('resize', 'maximize')
    vi.advanceTimersByTime(999)
    expect(boundsChanged).toEqual([])
    vi.advanceTimersByTime(1)
    expect(boundsChanged).toEqual([{ x: 30, y: 40, ...SIZE, maximised: false }])
    // The first report may have come before the services could store it.
    emit('close')
    expect(boundsChanged).toHaveLength(2)
    emit('unmaximize', 'closed')
    vi.advanceTimersByTime(2_000)
    expect(boundsChanged).toHaveLength(2)
  })

  it.each([
    ['an icon of its own', false, '/icon.png'],
    ['none where the system takes that of the app', true, undefined],
  ])('has %s', (_case, isWayland, icon) => {
    expect((open(isWayland).options as { icon?: string }).icon).toBe(icon)
  })

  it('counts as minimised on Wayland after a long time without the focus, until it has it again', () => {
    const { main, emit, visibilityIn } = open(true)
    emit('show', 'focus')
    expect(visibilityIn(2 * MAX_UNFOCUSED_MS)).toBe('visible')
    emit('blur')
    expect(visibilityIn(MAX_UNFOCUSED_MS - 1)).toBe('visible')
    expect(visibilityIn(1)).toBe('minimised')
    emit('focus')
    expect(main.visibility()).toBe('visible')
  })

  it('counts as visible again when it is shown on a desktop without focus', () => {
    const { main, emit, visibilityIn } = open(true)
    vi.advanceTimersByTime(MAX_UNFOCUSED_MS)
    emit('show')
    expect(main.visibility()).toBe('visible')
    expect(visibilityIn(MAX_UNFOCUSED_MS)).toBe('minimised')
  })

  it('counts as visible on other systems as long as they say so', () => {
    const { emit, visibilityIn } = open(false)
    emit('blur')
    expect(visibilityIn(10 * MAX_UNFOCUSED_MS)).toBe('visible')
  })

  it('is focused only while it has the focus and is visible', () => {
    const { main, window } = open(true)
    const isFocusedWith = (state: Partial<FakeWindow>) => (Object.assign(window, state), main.isFocused())
    expect(main.isFocused()).toBe(false)
    expect([{}, { focused: true }, { minimised: true }].map(isFocusedWith)).toEqual([false, true, false])
  })

  it('delays the end of a Windows session only if work has to be finished', () => {
    const certainties: boolean[] = []
    let isNeeded = false
    const { window } = open(false, {
      sessionEnds: (isCertain) => (certainties.push(isCertain), isNeeded),
    })
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
