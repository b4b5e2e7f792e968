import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../process/is-alive.ts'

// Not /tmp, which is often in memory and mounted without device files.
const PARENT = '/var/tmp'
const NAME = /^bare-debian-(\d+)-/

/**
 * Makes a folder for a whole system, named after this process, and deletes those whose process was killed before it
 * could. `remove` throws, and deletes nothing, while something is mounted in it.
 */
export async function ownedFolder() {
  for (const name of await readdir(PARENT)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) await removeUnmounted(join(PARENT, name))
  }
  const path = await mkdtemp(join(PARENT, `bare-debian-${process.pid}-`))
  // The root of that system, which its ordinary users must be able to enter.
  await chmod(path, 0o755)
  return { path, remove: () => removeUnmounted(path) }
}

async function removeUnmounted(path: string): Promise<void> {
  const places = (await readFile('/proc/self/mountinfo', 'utf8'))
    .split('\n')
    .map((line) => line.split(' ')[4])
  const mounted = places.filter((place) => place === path || place?.startsWith(`${path}/`))
  if (mounted.length > 0) throw new Error(`Not deleted, for these are mounted: ${mounted.join(' ')}`)
  await rm(path, { recursive: true, force: true, maxRetries: 3 })
}
