import { app, clipboard, shell } from 'electron'
import { release } from 'node:os'

/** The programs that this run is made of, with their versions. */
export function runtimeNames(): string {
  const { electron, chrome, node } = process.versions
  return `Electron ${electron}, Chrome ${chrome}, Node ${node}`
}

/** The system that it runs on, such as `linux 6.1.0 x64`. */
export function systemName(): string {
  return `${process.platform} ${release()} ${process.arch}`
}

/** The system's languages as BCP 47 tags, the preferred one first. */
export function systemLocales(): string[] {
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
