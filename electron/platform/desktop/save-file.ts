import { app, BrowserWindow, dialog, shell, type WebContents } from 'electron'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SaveFile } from '../../features/activity/index.ts'

/** Creates the function that shows the system's save dialog, over the window if one is open, and writes the file. */
export function createSaveFile(windows: () => readonly WebContents[]): SaveFile {
  return async ({ title, name, kind, extension, content }) => {
    const [contents] = windows()
    const window = contents && BrowserWindow.fromWebContents(contents)
    const options = {
      title,
      defaultPath: join(app.getPath('documents'), name),
      filters: [{ name: kind, extensions: [extension] }],
    }
    const { canceled, filePath } = await (window
      ? dialog.showSaveDialog(window, options)
      : dialog.showSaveDialog(options))
    if (canceled || filePath === '') return null
    // The file lists the person's devices, so only its owner may read it.
    await writeFile(filePath, content, { mode: 0o600 })
    return filePath
  }
}

/** Shows a file in the system's file manager. */
export function showFile(path: string): void {
  shell.showItemInFolder(path)
}
