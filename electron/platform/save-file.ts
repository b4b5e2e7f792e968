import { app, BrowserWindow, dialog, type WebContents } from 'electron'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SaveFile } from '../features/activity/index.ts'

/** Creates the function that shows the system's save dialog, in front of the open window, and writes the file. */
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
    if (canceled || filePath === '') return false
    // Readable by its owner only: it lists the person's devices.
    await writeFile(filePath, content, { mode: 0o600 })
    return true
  }
}
