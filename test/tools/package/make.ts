import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, Platform } from 'electron-builder'
import { makeCodeCaches } from '../code-cache/make.ts'
import { ensureSystemPackages } from '../../support/desktop/ensure-packages.ts'
import { run } from '../../support/process/run.ts'
import { projectRoot } from '../../support/project-root.ts'
import { describeRuntime, findRuntime } from '../../support/runtime/find.ts'
import type { Runtime } from '../../support/runtime/pinned.ts'
import { appVersion, configuration } from './configuration.ts'
import { isReachable, readFacts } from './facts.ts'
import { makeLinuxPackages, PACKAGING_NEEDS } from './linux.ts'
import { writeNotices } from './notices.ts'

/** `npm run package` makes the unpacked app, and on Linux its packages; with `--release` all that electron-builder is set to. */
async function main(): Promise<void> {
  const root = projectRoot()
  const isRelease = process.argv.includes('--release')
  const runtime = await findRuntime(root)
  console.log(describeRuntime(runtime))
  if (isRelease && runtime.tryout)
    throw new Error('A release needs the real Electron, which could not be had.')
  await ensureSystemPackages(PACKAGING_NEEDS)
  const built = await run('npm', ['run', '--silent', 'build'], { cwd: root, show: true })
  if (built.code !== 0) throw new Error('The app could not be built.')
  console.log(await tryCodeCaches(root, runtime))
  await writeNotices(root, runtime.version)
  await rm(join(root, 'dist'), { recursive: true, force: true })
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  if (isRelease && !isReachable(await readFacts(root, appVersion(version, runtime))))
    throw new Error("A release needs the project's homepage and address in package.json.")
  const made = await build({
    projectDir: root,
    publish: 'never',
    ...(isRelease ? {} : { targets: Platform.current().createTarget('dir') }),
    config: configuration({ root, version, runtime, isRelease }),
  })
  for (const file of made) console.log(file)
  if (process.platform !== 'linux') return
  const unpacked = join(root, 'dist', 'linux-unpacked')
  // Electron's default app, and the update feed of the fallback's maker: neither is part of this app.
  for (const name of ['default_app.asar', ...(runtime.tryout ? ['app-update.yml'] : [])])
    await rm(join(unpacked, 'resources', name), { force: true })
  for (const file of await makeLinuxPackages(root, unpacked, appVersion(version, runtime))) console.log(file)
}

/** Makes the code caches and describes them; a package is whole without them too, and starts later. */
async function tryCodeCaches(root: string, runtime: Runtime): Promise<string> {
  try {
    return `Code caches: ${(await makeCodeCaches({ root, runtime })).join(', ')}`
  } catch (error) {
    return `No code caches, because the app does not run here: ${error instanceof Error ? error.message : String(error)}`
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
