import type { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { createWindow } from '../../../electron/shell/window.ts'

const electron = vi.hoisted(() => ({ windows: [] as EventEmitter[] }))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  class BrowserWindow extends Emitter {
    webContents = new Emitter()
    constructor() {
      super()
      electron.windows.push(this)
    }
    loadURL = (): Promise<void> => Promise.resolve()
    setMenuBarVisibility = (): void => undefined
    show = (): void => undefined
    isDestroyed = (): boolean => false
    isVisible = (): boolean => false
  }
  const display = { id: 1, workArea: { x: 0, y: 0, width: 1_000, height: 800 } }
  return {
    BrowserWindow,
    nativeTheme: { shouldUseDarkColors: false },
    screen: { getPrimaryDisplay: () => display, getAllDisplays: () => [display] },
  }
})

it('holds the end of a Windows session up for what has to be finished, and for nothing else', () => {
  const asked: boolean[] = []
  let isNeeded = false
  const window = createWindow(
    { session: {}, url: 'app://desk/', hint: '#sign-in', preload: '', devTools: false, place: null } as never,
    {
      seen: () => undefined,
      changed: () => undefined,
      closedAt: () => undefined,
      sessionEnds: (isCertain) => (asked.push(isCertain), isNeeded),
    },
  )
  window.open()
  const [made] = electron.windows
  const query = { preventDefault: vi.fn() }
  made?.emit('query-session-end', query)
  expect(query.preventDefault).not.toHaveBeenCalled()
  isNeeded = true
  made?.emit('query-session-end', query)
  expect(query.preventDefault).toHaveBeenCalledOnce()
  made?.emit('session-end', {})
  expect(asked).toEqual([false, false, true])
})
