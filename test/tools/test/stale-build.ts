import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the build reads. */
const SOURCES = ['electron', 'renderer', 'resources', 'electron.vite.config.ts', 'package-lock.json']
/** The last file that each part of the build writes. */
const OUTPUTS = ['out/main/main.cjs', 'out/preload/preload.cjs', 'out/renderer/index.html']

/** Why the project in `root` must be built before the app is tested; null if `out/` is newer than its sources. */
export function staleBuild(root: string): string | null {
  const missing = OUTPUTS.find((path) => !existsSync(join(root, path)))
  if (missing) return `there is no ${missing}`
  // Only `npm run dev` writes source maps. It neither minifies nor writes the page.
  if (existsSync(join(root, 'out/main/main.cjs.map'))) return 'out/ is from `npm run dev`'
  const builtAt = Math.min(...OUTPUTS.map((path) => statSync(join(root, path)).mtimeMs))
  const newer = SOURCES.flatMap((path) => filesOf(root, path)).find(
    (path) => statSync(join(root, path)).mtimeMs > builtAt,
  )
  return newer === undefined ? null : `${newer} is newer than out/`
}

function filesOf(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  // A folder's own time tells of files that were removed.
  const names = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
  return [path, ...names.map((name) => join(path, name))]
}
