import { existsSync, lstatSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

/** Chromium's lock: a link to `HOST-PID`. */
const LOCK = 'SingletonLock'
const LINKS = [LOCK, 'SingletonCookie', 'SingletonSocket']
/** Chromium's lock on Windows, which deletes it when its process ends. */
const WINDOWS_LOCK = 'lockfile'

/** Why a profile cannot be locked: `path` is the folder or file to mend, `code` the system's error, or empty. */
export interface LockFault {
  reason: 'full' | 'denied' | 'missing' | 'inTheWay' | 'unsupported'
  path: string
  code: string
}

/** Whether another process has the lock of a profile. Never throws. */
export function isLocked(folder: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return existsSync(join(folder, WINDOWS_LOCK))
  try {
    const [, pid] = /-(\d+)$/.exec(readlinkSync(join(folder, LOCK))) ?? []
    return isAlive(Number(pid))
  } catch {
    return false
  }
}

/**
 * Finds out why Chromium cannot lock a profile, by doing what it does: it makes a folder in the temporary one, and links in the profile.
 * Deletes what it made. Null if all of that works. Never throws.
 */
export function findLockFault(
  folder: string,
  temporary: string,
  platform: NodeJS.Platform,
): LockFault | null {
  // On Windows the lock is a file.
  if (platform === 'win32') return tryIn(folder, () => undefined)
  return (
    tryIn(temporary, () => undefined) ??
    tryIn(folder, (path) => symlinkSync('x', path)) ??
    findObstacle(folder)
  )
}

/** The reason behind a system's error. `isInside`: a new folder could be made, so that what failed in it is not supported there. */
export function lockFaultReason(code: string, isInside: boolean): LockFault['reason'] {
  if (['ENOSPC', 'EDQUOT'].includes(code)) return 'full'
  if (isInside) return 'unsupported'
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return 'denied'
  return ['ENOENT', 'ENOTDIR'].includes(code) ? 'missing' : 'unsupported'
}

function tryIn(folder: string, make: (path: string) => void): LockFault | null {
  let own: string | null = null
  try {
    own = mkdtempSync(join(folder, '.lock-'))
    make(join(own, 'link'))
    return null
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return { reason: lockFaultReason(code, own !== null), path: folder, code }
  } finally {
    if (own !== null) rmSync(own, { recursive: true, force: true })
  }
}

/** Chromium replaces links, and nothing else. */
function findObstacle(folder: string): LockFault | null {
  const path = LINKS.map((name) => join(folder, name)).find(
    (link) => lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === false,
  )
  return path === undefined ? null : { reason: 'inTheWay', path, code: '' }
}
