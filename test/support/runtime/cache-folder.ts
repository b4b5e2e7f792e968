import { homedir } from 'node:os'
import { join } from 'node:path'

/** The folder for large downloads: outside the work tree, so that `npm ci` does not delete them. */
export function cacheFolder(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'session-desk')
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'session-desk', 'Cache')
  }
  return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'session-desk')
}
