import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../process/is-alive.ts'

// Not /tmp, which is often in memory and mounted without device files.
const PARENT = '/var/tmp'
const NAME = /^bare-debian-(\d+)-/

/** A folder for a whole system, named after the process that made it. */
export interface OwnedFolder {
  path: string
  /** Deletes it; throws, and deletes nothing, while something is mounted in it. */
  remove(): Promise<void>
}

/** Makes a folder, and deletes those whose process was killed before it could. */
export async function ownedFolder(): Promise<OwnedFolder> {
  for (const name of abandoned(await readdir(PARENT), isAlive)) await removeUnmounted(join(PARENT, name))
  const path = await mkdtemp(join(PARENT, `bare-debian-${process.pid}-`))
  // The root of that system, which its ordinary users must be able to enter.
  await chmod(path, 0o755)
  return { path, remove: () => removeUnmounted(path) }
}

/** The names of folders whose process is gone. */
export function abandoned(names: readonly string[], isRunning: (pid: number) => boolean): string[] {
  return names.filter((name) => {
    const pid = NAME.exec(name)?.[1]
    return pid !== undefined && !isRunning(Number(pid))
  })
}

/** The mounts at `folder` or below, from the text of a `/proc/PID/mountinfo`. */
export function mountsBelow(folder: string, mountinfo: string): string[] {
  return mountinfo
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((place) => place === folder || place.startsWith(`${folder}/`))
}

async function removeUnmounted(path: string): Promise<void> {
  const mounted = mountsBelow(path, await readFile('/proc/self/mountinfo', 'utf8'))
  if (mounted.length > 0) throw new Error(`Not deleted, for these are mounted: ${mounted.join(' ')}`)
  await rm(path, { recursive: true, force: true, maxRetries: 3 })
}
