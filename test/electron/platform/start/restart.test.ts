import type { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { restart } from '../../../../electron/platform/start/restart.ts'

type Mock = ReturnType<typeof vi.fn>
const electron = vi.hoisted(() => ({ app: null as unknown as EventEmitter & { relaunch: Mock; quit: Mock } }))
const spawn = vi.hoisted(() =>
  vi.fn((..._call: [program: string, args: string[], options: object]) => ({ unref() {} })),
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
vi.mock('node:child_process', () => ({ spawn }))

const argv = process.argv
beforeEach(() => {
  const opened = ['--page=review', '-page=sessions', 'session-desk://reset?token=t&email=e']
  process.argv = ['/tmp/.mount_desk/session-desk', '--hidden', '--proxy-server=direct://', ...opened]
})
afterEach(() => {
  process.argv = argv
  electron.app.removeAllListeners()
  vi.clearAllMocks()
})

it('uses Electron’s own restart for a program that stays', () => {
  restart()
  expect(electron.app.relaunch).toHaveBeenCalledWith({ args: ['--proxy-server=direct://'] })
  expect(electron.app.quit).toHaveBeenCalledOnce()
  electron.app.emit('quit')
  expect(spawn).not.toHaveBeenCalled()
})

it('starts the AppImage itself when the app quits, and not before', () => {
  vi.stubEnv('APPIMAGE', '/home/ana/desk.AppImage')
  vi.stubEnv('APPDIR', '/tmp/.mount_desk')
  restart()
  expect(electron.app.relaunch).not.toHaveBeenCalled()
  expect([electron.app.quit.mock.calls.length, spawn.mock.calls.length]).toEqual([1, 0])
  electron.app.emit('quit')
  const [[program, args, options], ...others] = spawn.mock.calls as [(typeof spawn.mock.calls)[0]]
  const shown = ['/tmp/.mount_desk', '/home/ana/desk.AppImage', '--proxy-server=direct://']
  expect([program, args.slice(2), others]).toEqual(['/bin/sh', shown, []])
  expect(options).toMatchObject({ detached: true, stdio: 'ignore' })
})
