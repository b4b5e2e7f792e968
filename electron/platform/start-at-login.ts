import { app } from 'electron'
import { join } from 'node:path'
import type { StartAtLoginPort } from '../core/ports.ts'
import { autostartFileIn, programToStart } from './autostart-file.ts'

const ARGS = ['--hidden']

/**
 * Starting at login, as the system itself tells it. An app that was not installed offers none: its path is that of a bare
 * Electron, which would open something else, or of a folder that goes away.
 */
export function createStartAtLogin(platform: NodeJS.Platform): StartAtLoginPort {
  if (!app.isPackaged) return { get: none, set: none }
  const entry = platform === 'linux' ? linuxEntry() : systemEntry(platform)
  const get = () => ({ on: entry.isOn(), canChange: true, needsApproval: entry.needsApproval() })
  return { get, set: (on) => (entry.set(on), get()) }
}

/** Whether macOS started the app at login, where no switch can be given to it. Known once the app is ready. */
export function wasOpenedAtLogin(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}

const none = () => ({ on: false, canChange: false, needsApproval: false })

function linuxEntry() {
  const { XDG_CONFIG_HOME } = process.env
  const config = XDG_CONFIG_HOME ? XDG_CONFIG_HOME : join(app.getPath('home'), '.config')
  const file = autostartFileIn(config, programToStart(app.getPath('exe'), process.env))
  return { ...file, needsApproval: () => false }
}

function systemEntry(platform: NodeJS.Platform) {
  const args = platform === 'win32' ? { args: ARGS } : {}
  const needsApproval = (): boolean =>
    platform === 'darwin' && app.getLoginItemSettings().status === 'requires-approval'
  return {
    needsApproval,
    isOn() {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(args)
      // In the task manager of Windows a person may have said no to what is registered.
      return platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin || needsApproval()
    },
    set: (on: boolean) => app.setLoginItemSettings({ openAtLogin: on, enabled: on, ...args }),
  }
}
