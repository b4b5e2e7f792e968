import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import { installRuntime } from './installer.ts'
import { overrideRuntime, packageRuntime } from './installed.ts'
import { withLock } from './lock.ts'
import { FALLBACK, type Runtime } from './pinned.ts'
import { fallbackRuntime } from './fallback.ts'

/** Finds an Electron for this project, or installs one; throws when it cannot. */
export async function findRuntime(root: string, env: NodeJS.ProcessEnv = process.env): Promise<Runtime> {
  const chosen = env['ELECTRON_OVERRIDE_DIST_PATH']
  if (chosen) return overrideRuntime(chosen)

  const packageFolder = join(root, 'node_modules', 'electron')
  const present = packageRuntime(packageFolder, 'node_modules')
  if (present) return present

  const cache = cacheFolder()
  const installed = await withLock(join(cache, 'electron-installer.lock'), async () => {
    return packageRuntime(packageFolder, 'node_modules') ?? (await installRuntime(packageFolder, cache))
  })
  if (installed) return installed

  if (process.platform === 'linux' && process.arch === 'x64') return fallbackRuntime(cache)
  throw new Error(
    'There is no Electron here and its installer failed. Run `npx install-electron`, or set ELECTRON_OVERRIDE_DIST_PATH.',
  )
}

/** Says which Electron is used, in one or two plain lines. */
export function describeRuntime(runtime: Runtime): string {
  const line = `Electron ${runtime.version} (${runtime.source}: ${runtime.dist})`
  if (!runtime.tryout) return line
  return `${line}\nElectron ${FALLBACK.version} is for trying and testing only: it is out of support, and a package made with it says so.`
}

/** The environment in which electron-vite and the `electron` command use this runtime. */
export function runtimeEnv(runtime: Runtime, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const merged = { ...env, ELECTRON_OVERRIDE_DIST_PATH: runtime.dist, ELECTRON_EXEC_PATH: runtime.path }
  // Editors built on Electron set it; with it Electron starts as plain Node.
  return Object.fromEntries(Object.entries(merged).filter(([name]) => name !== 'ELECTRON_RUN_AS_NODE'))
}
