import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FALLBACK, type Runtime } from './pinned.ts'

/** The runtime in a chosen folder; throws when there is no Electron in it. */
export function overrideRuntime(dist: string, platform: NodeJS.Platform = process.platform): Runtime {
  const path = join(dist, executableName(platform))
  if (!existsSync(path)) throw new Error(`ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${path}`)
  const version = readText(join(dist, 'version')) ?? 'of unknown version'
  return { path, dist, version, source: 'override', tryout: version === FALLBACK.version }
}

/** The runtime from Electron's own installer; null when it is absent or incomplete. */
export function packageRuntime(
  packageFolder: string,
  source: 'node_modules' | 'installer',
  platform: NodeJS.Platform = process.platform,
): Runtime | null {
  const dist = join(packageFolder, 'dist')
  const version = readText(join(dist, 'version'))
  // The installer writes path.txt last, so without it an extraction is incomplete.
  const executable = readText(join(packageFolder, 'path.txt'))
  if (version === null || executable !== executableName(platform)) return null
  const path = join(dist, executable)
  return existsSync(path) ? { path, dist, version, source, tryout: false } : null
}

function executableName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return platform === 'win32' ? 'electron.exe' : 'electron'
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim().replace(/^v/, '')
  } catch {
    return null
  }
}
