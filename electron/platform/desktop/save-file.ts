import { app, BrowserWindow, dialog, type WebContents } from 'electron'
import { existsSync, realpathSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { SaveFile } from '../../core/ports.ts'

/**
 * Creates the function that shows the system's save dialog, over the window if one is open, and writes the file. `write` replaces a
 * file (0600), or leaves the old one as it was.
 */
export function createSaveFile(
  windows: () => readonly WebContents[],
  write: (path: string, content: string | Uint8Array) => void,
): SaveFile {
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
    const path = pathToWrite(filePath, extension)
    // The file lists the person's devices, so only its owner may read it.
    write(path, content)
    return path
  }
}

/** The path with its extension, which some desktops' dialogs leave out, and without a link, which would be replaced. */
function pathToWrite(chosen: string, extension: string): string {
  const named = extname(chosen) === '' ? `${chosen}.${extension}` : chosen
  // Nobody was asked whether to replace another file than the chosen one.
  const path = named !== chosen && existsSync(named) ? chosen : named
  return existsSync(path) ? realpathSync(path) : path
}
