import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStartAtLogin, wasOpenedAtLogin } from '../../../../electron/platform/start/start-at-login.ts'

const settings = vi.hoisted(() => ({
  openAtLogin: false,
  wasOpenedAtLogin: false,
  status: 'not-registered',
  executableWillLaunchAtLogin: false,
  set: [] as unknown[],
}))

vi.mock('electron', () => ({
  app: {
    isPackaged: true,
    getLoginItemSettings: () => settings,
    setLoginItemSettings(wanted: { openAtLogin: boolean }) {
      settings.set.push(wanted)
      settings.openAtLogin = wanted.openAtLogin
    },
  },
}))

beforeEach(() =>
  Object.assign(settings, { openAtLogin: false, wasOpenedAtLogin: false, status: 'not-registered', set: [] }),
)

describe('starting at login, on macOS', () => {
  it('reports that the system waits for approval', () => {
    const port = createStartAtLogin('darwin', () => undefined)
    expect(port.get()).toEqual({ on: false, canChange: true, needsApproval: false })
    settings.status = 'requires-approval'
    expect(port.get()).toEqual({ on: true, canChange: true, needsApproval: true })
    settings.status = 'enabled'
    expect(port.set(true)).toEqual({ on: true, canChange: true, needsApproval: false })
    expect(settings.set).toEqual([{ openAtLogin: true, enabled: true }])
  })

  it('is detected by the started app', () => {
    expect(wasOpenedAtLogin('darwin')).toBe(false)
    settings.wasOpenedAtLogin = true
    expect(
      ['darwin', 'win32', 'linux'].map((platform) => wasOpenedAtLogin(platform as NodeJS.Platform)),
    ).toEqual([true, false, false])
  })
})

it('on Windows starts without a window, and needs no approval', () => {
  settings.status = 'requires-approval'
  const port = createStartAtLogin('win32', () => undefined)
  port.set(true)
  settings.executableWillLaunchAtLogin = true
  expect(port.get()).toEqual({ on: true, canChange: true, needsApproval: false })
  expect(settings.set).toEqual([{ openAtLogin: true, enabled: true, args: ['--hidden'] }])
})
