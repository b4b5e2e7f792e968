import type { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTray } from '../../../electron/shell/tray.ts'

const electron = vi.hoisted(() => ({ trays: [] as EventEmitter[] }))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  class Tray extends Emitter {
    constructor() {
      super()
      electron.trays.push(this)
    }
    setImage = (): void => undefined
    setToolTip = (): void => undefined
    setContextMenu = (): void => undefined
  }
  return {
    Tray,
    app: Object.assign(new Emitter(), { getAppPath: () => '/app' }),
    Menu: { buildFromTemplate: () => ({}) },
    nativeImage: { createFromPath: () => ({}) },
    nativeTheme: Object.assign(new Emitter(), { shouldUseDarkColors: false }),
  }
})

beforeEach(() => {
  electron.trays = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

it.each([
  ['linux', 1],
  ['win32', 1],
  // There a click opens the menu.
  ['darwin', 0],
] as const)('a click on the icon opens the window on %s: %i', (platform, times) => {
  const clicked = vi.fn()
  createTray(() => ({ mark: 'plain', tooltip: '', items: [] }) as never, { act: vi.fn(), clicked }, platform)
  vi.runAllTimers()
  expect(electron.trays).toHaveLength(1)
  electron.trays[0]?.emit('click')
  expect(clicked).toHaveBeenCalledTimes(times)
})
