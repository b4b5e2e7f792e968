import { homedir } from 'node:os'
import { join } from 'node:path'

/** The folder for large downloads: outside the work tree, so that `npm ci` does not delete them. */
export function cacheFolder(): string {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'session-desk')
  if (process.platform === 'win32')
    return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'session-desk', 'Cache')
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'session-desk')
}
