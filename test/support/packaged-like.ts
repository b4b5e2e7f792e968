import { copyFile, link, mkdir, readdir, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Makes a copy of Electron in a new folder under another name, by which Electron recognises a packaged app; returns its path. */
export async function packagedLike(electron: string, folder: string): Promise<string> {
  const home = dirname(electron)
  await mkdir(folder)
  for (const name of await readdir(home)) {
    if (name !== basename(electron)) await symlink(join(home, name), join(folder, name))
  }
  const renamed = join(folder, 'session-desk')
  // Electron looks for its files beside itself, and would follow a link to the original folder.
  await link(electron, renamed).catch(() => copyFile(electron, renamed))
  return renamed
}
