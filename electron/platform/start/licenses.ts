import { app } from 'electron'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Reads the text of the app's licence, and the lists of the libraries in main and in the window, which the build writes and a
 * package contains. Rejects if one is missing: `npm run dev` alone does not write the window's.
 */
export async function readLicenses(): Promise<{ own: string; lists: string[] }> {
  const read = (...path: string[]): Promise<string> => readFile(join(app.getAppPath(), ...path), 'utf8')
  const [own, ...lists] = await Promise.all([
    read('LICENSE'),
    read('out', 'main', 'licenses.json'),
    read('out', 'renderer', 'licenses.json'),
  ])
  return { own, lists }
}
