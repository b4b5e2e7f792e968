import type { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTray } from '../../../../electron/platform/desktop/tray.ts'

const electron = vi.hoisted(() => ({ trays: [] as (EventEmitter & { isDestroyed: boolean })[] }))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  class Tray extends Emitter {
    constructor() {
      super()
      electron.trays.push(this)
    }
    isDestroyed = false
    destroy = (): void => void (this.isDestroyed = true)
    setImage = (): void => undefined
    setToolTip = (): void => undefined
    setContextMenu = (): void => undefined
  }
  return {
    Tray,
    app: Object.assign(new Emitter(), { getAppPath: () => '/app' }),
    Menu: { buildFromTemplate: () => ({}) },
    nativeImage: { createFromPath: () => ({}) },
  }
})

beforeEach(() => {
  electron.trays = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const view = () => ({ status: 'plain', tooltip: '', items: [] }) as never

it('creates no icon before the desktop answered, and a new one for a tray that appears', async () => {
  let ready = (): void => undefined
  const whenReady = new Promise<void>((resolve) => (ready = resolve))
  const tray = createTray(view, { act: vi.fn(), clicked: vi.fn() }, { platform: 'linux', whenReady })
  tray.refresh()
  tray.renew()
  await vi.runAllTimersAsync()
  expect(electron.trays).toHaveLength(0)
  ready()
  await vi.runAllTimersAsync()
  tray.refresh()
  await vi.runAllTimersAsync()
  expect(electron.trays).toHaveLength(1)
  tray.renew()
  await vi.runAllTimersAsync()
  expect(electron.trays.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false])
})

it.each([
  ['linux', 1],
  ['win32', 1],
  // A click opens the menu there.
  ['darwin', 0],
] as const)('opens the window at a click on %s: %i', async (platform, times) => {
  const clicked = vi.fn()
  createTray(view, { act: vi.fn(), clicked }, { platform, whenReady: Promise.resolve() })
  await vi.runAllTimersAsync()
  expect(electron.trays).toHaveLength(1)
  electron.trays[0]?.emit('click')
  expect(clicked).toHaveBeenCalledTimes(times)
})
