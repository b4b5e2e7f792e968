import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../core/ports.ts'
import { HEARTBEAT_MS, parseProfileUser, usesProfile, type ProfileUser } from '../domain/profile-user.ts'
import { isAlive } from './is-alive.ts'

/** The file that an app writes again and again while it uses a profile. The lock beside it counts on one computer only. */
const FILE = 'heartbeat.json'
/** A user of this computer may read it everywhere (machine-id(5)); other systems have none. */
const MACHINE_ID = '/etc/machine-id'

/** A profile that this run uses. */
export interface HeldProfile {
  /** Writes the heartbeat now: after sleep another computer may have taken the profile. */
  beat(): void
  /** Stops, and deletes the file unless another run has it. */
  release(): void
}

/** Names this run. The id of the computer is a hash of its name and its machine id, because neither alone is always its own. */
export function thisRun(): ProfileUser {
  const host = hostname()
  const computer = createHash('sha256').update(`session-desk ${host} ${machineId()}`).digest('hex')
  return { computer, host, pid: process.pid, run: randomUUID() }
}

function machineId(): string {
  try {
    return readFileSync(MACHINE_ID, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the name of another computer that uses the profile, or null. Runs of this computer have the lock instead. */
export function hostUsing(folder: string, own = thisRun()): string | null {
  return findUser(folder, own, () => false)?.host ?? null
}

/**
 * Writes heartbeats into a profile until `release`. Returns the name of the computer instead if another run uses the profile. Calls
 * `lost`, and stops, if the file is another run's later, or gone: another computer has used the profile while this one slept.
 * Tries again at the next heartbeat if the disk refuses.
 */
export function holdProfile(
  folder: string,
  clock: Pick<Clock, 'after'>,
  lost: () => void,
  own = thisRun(),
): HeldProfile | string {
  const path = join(folder, FILE)
  const text = JSON.stringify(own)
  let isWritten = false
  let cancel = (): void => undefined
  const other = take()
  if (other !== null) return other
  wait()
  return { beat, release }

  function take(): string | null {
    const user = findUser(folder, own, isAlive)
    if (user) return user.host
    try {
      rmSync(path, { force: true })
      // Of two computers that start at once only one can create it.
      writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
      isWritten = true
    } catch {
      return findUser(folder, own, isAlive)?.host ?? null
    }
    return null
  }

  function wait(): void {
    cancel = clock.after(HEARTBEAT_MS, beat)
  }

  function beat(): void {
    cancel()
    if (isWritten ? writeAgain() : take() === null) wait()
    else lost()
  }

  /** Returns false if the file is not this run's any more. */
  function writeAgain(): boolean {
    try {
      return withFile(path, 'r+', (file) => {
        const user = parseProfileUser(readFileSync(file, 'utf8'))
        const isOwn = user === null || user.run === own.run
        // In place: other computers notice that at once, and never find the file empty.
        if (isOwn) writeSync(file, text, 0)
        return isOwn
      })
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ENOENT'
    }
  }

  function release(): void {
    cancel()
    if (isWritten && writeAgain()) rmSync(path, { force: true })
  }
}

/** Finds the other run that uses a profile. Never throws: on a disk that refuses this the app cannot start anyway. */
function findUser(folder: string, own: ProfileUser, alive: (pid: number) => boolean): ProfileUser | null {
  const path = join(folder, FILE)
  try {
    const { user, writtenAt } = withFile(path, 'r', (file) => ({
      user: parseProfileUser(readFileSync(file, 'utf8')),
      writtenAt: fstatSync(file).mtimeMs,
    }))
    const age = timeOfDisk(`${path}.${own.run}`) - writtenAt
    return user && usesProfile(user, own, age, alive) ? user : null
  } catch {
    return null
  }
}

/** The time in ms by the clock of the disk, which computers share, unlike their own: that of a new file, which is deleted. Throws. */
function timeOfDisk(path: string): number {
  writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  try {
    return statSync(path).mtimeMs
  } finally {
    rmSync(path, { force: true })
  }
}

function withFile<T>(path: string, flags: string, use: (file: number) => T): T {
  const file = openSync(path, flags)
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}
