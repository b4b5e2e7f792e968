import type { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { restart } from '../../../electron/platform/restart.ts'

const electron = vi.hoisted(() => ({
  app: null as unknown as EventEmitter & {
    relaunch: ReturnType<typeof vi.fn>
    quit: ReturnType<typeof vi.fn>
  },
}))
const spawned = vi.hoisted(
  () => [] as { program: string; args: string[]; options: Record<string, unknown> }[],
)

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  electron.app = Object.assign(new Emitter(), {
    getPath: () => '/tmp/.mount_desk/session-desk',
    relaunch: vi.fn(),
    quit: vi.fn(),
  })
  return { app: electron.app }
})
vi.mock('node:child_process', () => ({
  spawn(program: string, args: string[], options: Record<string, unknown>) {
    spawned.push({ program, args, options })
    return { unref: () => undefined }
  },
}))

const argv = process.argv
beforeEach(() => {
  process.argv = ['/tmp/.mount_desk/session-desk', '--hidden', 'session-desk://reset?token=t&email=e']
})
afterEach(() => {
  process.argv = argv
  vi.unstubAllEnvs()
  electron.app.removeAllListeners()
  vi.clearAllMocks()
  spawned.length = 0
})

it('uses Electron’s own restart for a program that stays', () => {
  restart()
  expect(electron.app.relaunch).toHaveBeenCalledWith({ args: ['--hidden'] })
  expect(electron.app.quit).toHaveBeenCalledOnce()
  electron.app.emit('quit')
  expect(spawned).toEqual([])
})

it('starts the AppImage itself when the app quits, and not before', () => {
  vi.stubEnv('APPIMAGE', '/home/ana/desk.AppImage')
  vi.stubEnv('APPDIR', '/tmp/.mount_desk')
  restart()
  expect(electron.app.relaunch).not.toHaveBeenCalled()
  expect([electron.app.quit.mock.calls.length, spawned.length]).toEqual([1, 0])
  electron.app.emit('quit')
  expect(spawned).toHaveLength(1)
  const [{ program, args, options }] = spawned as [(typeof spawned)[0]]
  expect([program, ...args.slice(2)]).toEqual([
    '/bin/sh',
    '/tmp/.mount_desk',
    '/home/ana/desk.AppImage',
    '--hidden',
  ])
  expect(options).toMatchObject({ detached: true, stdio: 'ignore' })
})
