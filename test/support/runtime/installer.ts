import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { packageRuntime } from './installed.ts'
import type { Runtime } from './pinned.ts'

const TIME_LIMIT_MS = 60_000
const FORGET_FAILURE_MS = 24 * 60 * 60_000

/**
 * Lets the electron package download its own binary; null when it could not. A failure is remembered for a day
 * (a file in the cache folder), so that a computer without a way to the release page waits only once.
 */
export async function installRuntime(packageFolder: string, cache: string): Promise<Runtime | null> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  const failure = join(cache, `electron-${version}-installer-failed.txt`)
  if (await isRecent(failure)) return null
  console.log(`Electron ${version} is not installed yet: running its installer, for at most 60 s`)
  const { code, stderr, timedOut } = await run(process.execPath, [join(packageFolder, 'install.js')], {
    timeLimit: TIME_LIMIT_MS,
  })
  const installed = code === 0 ? packageRuntime(packageFolder, 'installer') : null
  if (installed) {
    await rm(failure, { force: true })
    return installed
  }
  const reason = timedOut ? 'no end within 60 s' : (stderr.split('\n')[0] ?? '')
  console.log(`Electron's own installer failed (${reason}); not tried again for a day`)
  await mkdir(cache, { recursive: true })
  await writeFile(failure, `${reason}\n`)
  return null
}

async function isRecent(file: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs < FORGET_FAILURE_MS
  } catch {
    return false
  }
}
