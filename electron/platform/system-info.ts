import { app, clipboard, shell } from 'electron'
import { hostname, release } from 'node:os'

/** What this run is, and on what: for the window, and for support. */
export function systemInfo() {
  return {
    version: app.getVersion(),
    runtime: runtimeNames(),
    system: systemName(),
    hostname: hostname(),
    systemLocales: systemLocales(),
  }
}

/** The programs that this run is made of, with their versions. */
function runtimeNames(): string {
  const { electron, chrome, node } = process.versions
  return `Electron ${electron}, Chrome ${chrome}, Node ${node}`
}

/** The system that it runs on, such as `linux 6.1.0 x64`. */
function systemName(): string {
  return `${process.platform} ${release()} ${process.arch}`
}

/** The system's languages as BCP 47 tags, the preferred one first. */
function systemLocales(): string[] {
  // On Linux the switch alone does not change what Chromium takes for the system's language.
  return [app.commandLine.getSwitchValue('lang'), app.getLocale(), ...app.getPreferredSystemLanguages()]
}

/** Puts a text on the clipboard. */
export async function toClipboard(text: string): Promise<void> {
  await clipboard.writeText(text)
}

/** Shows a folder in the system's file manager; resolves with whether that could be done. */
export async function openFolder(folder: string): Promise<boolean> {
  return (await shell.openPath(folder)) === ''
}
