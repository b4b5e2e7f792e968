import { app } from 'electron'
import { join } from 'node:path'
import type { StartAtLoginPort } from '../../core/ports.ts'
import { autostartFileIn, launcherOf, programToStart, type WriteFile } from './autostart-file.ts'

const ARGS = ['--hidden']

/**
 * Creates the access to the system's login items. An app that is not packaged cannot register itself: its path is that
 * of a bare Electron.
 */
export function createStartAtLogin(platform: NodeJS.Platform, write: WriteFile): StartAtLoginPort {
  if (!app.isPackaged) return { get: unavailable, set: unavailable }
  const entry = platform === 'linux' ? linuxEntry(write) : systemEntry(platform)
  const get = () => ({ on: entry.isOn(), canChange: true, needsApproval: entry.needsApproval() })
  return { get, set: (on) => (entry.set(on), get()) }
}

/** Whether macOS started the app at login; other systems pass `--hidden`. Call it after the app is ready. */
export function wasOpenedAtLogin(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}

const unavailable = () => ({ on: false, canChange: false, needsApproval: false })

function linuxEntry(write: WriteFile) {
  const { XDG_CONFIG_HOME } = process.env
  const config = XDG_CONFIG_HOME ? XDG_CONFIG_HOME : join(app.getPath('home'), '.config')
  const file = autostartFileIn(config, launcherOf(programToStart(app.getPath('exe'), process.env)), write)
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
      // A person may have disabled the entry in the Windows task manager.
      return platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin || needsApproval()
    },
    set: (on: boolean) => app.setLoginItemSettings({ openAtLogin: on, enabled: on, ...args }),
  }
}
