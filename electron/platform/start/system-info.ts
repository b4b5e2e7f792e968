import { app, clipboard, shell } from 'electron'
import { release } from 'node:os'
import { hasDisplay, systemFacts } from './system-facts.ts'

/** Returns the versions and the system of this run. */
export function systemInfo() {
  return {
    version: app.getVersion(),
    runtime: runtimeNames(),
    system: systemName(),
    desktop: process.platform === 'linux' ? desktopNames(process.env) : null,
    ...systemFacts(),
  }
}

/** Lists the programs of the runtime with their versions. */
function runtimeNames(): string {
  const { electron, chrome, node } = process.versions
  return `Electron ${electron}, Chrome ${chrome}, Node ${node}`
}

/** Names the operating system, such as `linux 6.1.0 x64`. */
function systemName(): string {
  return `${process.platform} ${release()} ${process.arch}`
}

/** Names the desktop as it names itself, and the display server that Chromium chose with the kind of the login session. */
function desktopNames(env: Readonly<Record<string, string | undefined>>) {
  const { XDG_CURRENT_DESKTOP: name, XDG_SESSION_TYPE: type } = env
  const chosen = hasDisplay('linux', env) ? app.commandLine.getSwitchValue('ozone-platform') || 'x11' : 'none'
  return { name: name || 'unknown', displayServer: `${chosen}, session ${type || 'unknown'}` }
}

/** Copies a text to the clipboard. */
export async function toClipboard(text: string): Promise<void> {
  await clipboard.writeText(text)
}

/** Opens a folder in the system's file manager; resolves with whether that succeeded. */
export async function openFolder(folder: string): Promise<boolean> {
  return (await shell.openPath(folder)) === ''
}
