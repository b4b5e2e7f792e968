import { app } from 'electron'
import { join } from 'node:path'
import type { StartAtLoginPort } from '../services/ports.ts'
import { autostartFileIn, programToStart } from './autostart-file.ts'

const ARGS = ['--hidden']

/**
 * Starting at login, as the system itself tells it. An app that was not installed offers none: its path is that of a bare
 * Electron, which would open something else, or of a folder that goes away.
 */
export function createStartAtLogin(platform: NodeJS.Platform): StartAtLoginPort {
  if (!app.isPackaged) return { get: none, set: none }
  const entry = platform === 'linux' ? linuxEntry() : systemEntry(platform)
  const get = () => ({ on: entry.isOn(), canChange: true })
  return { get, set: (on) => (entry.set(on), get()) }
}

const none = () => ({ on: false, canChange: false })

function linuxEntry() {
  const { XDG_CONFIG_HOME } = process.env
  const config = XDG_CONFIG_HOME ? XDG_CONFIG_HOME : join(app.getPath('home'), '.config')
  return autostartFileIn(config, programToStart(app.getPath('exe'), process.env))
}

function systemEntry(platform: NodeJS.Platform) {
  const args = platform === 'win32' ? { args: ARGS } : {}
  return {
    isOn() {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(args)
      // In the task manager of Windows a person may have said no to what is registered.
      return platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin
    },
    set: (on: boolean) => app.setLoginItemSettings({ openAtLogin: on, enabled: on, ...args }),
  }
}
