import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { z } from 'zod'
import { salvage } from './domain/salvage.ts'
import type { AccountFiles, Log } from '../core/ports.ts'

/** Opens a kind of file of which each account has its own, in the folder of the other files. */
export type OpenAccountFiles = <T extends object>(name: string, shape: z.ZodType<T>) => AccountFiles<T>

/**
 * Makes the way to open them (0600). They are large and change often, so a write serializes one account and reads nothing
 * but its own bytes back. What cannot be read is copied aside, and the rest of it goes on.
 */
export function accountFilesIn(folder: string, log: Log): OpenAccountFiles {
  return (name, shape) => {
    /** Accounts whose file could be neither read nor copied aside: it stays as it is. */
    const untouchable = new Set<string>()
    return {
      read: () =>
        Object.fromEntries(
          accountsIn(folder, name).flatMap((accountId) => {
            try {
              const value = readFile(folder, name, accountId, shape, log)
              return value === null ? [] : [[accountId, value]]
            } catch {
              log.warn('accountFile.notOpened', { name, account: accountId })
              untouchable.add(accountId)
              return []
            }
          }),
        ),
      write(accountId, value) {
        const path = pathOf(folder, name, accountId)
        if (value !== null && untouchable.has(accountId))
          throw new Error('What is there could not be set aside')
        untouchable.delete(accountId)
        if (value === null) return rmSync(path, { force: true })
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        replace(path, Buffer.from(JSON.stringify(value)))
      },
    }
  }
}

function pathOf(folder: string, name: string, accountId: string): string {
  if (!/^\w+$/.test(accountId)) throw new Error('Not the id of an account')
  return join(folder, `${name}-${accountId}.json`)
}

function accountsIn(folder: string, name: string): string[] {
  const pattern = new RegExp(`^${name}-(\\w+)\\.json$`)
  try {
    return readdirSync(folder).flatMap((file) => pattern.exec(file)?.[1] ?? [])
  } catch {
    // There is no folder yet.
    return []
  }
}

/**
 * What one file holds, or null where nothing of it can be read; a file with a fault is copied aside as it is. Throws when
 * it can be neither read nor copied.
 */
function readFile<T extends object>(
  folder: string,
  name: string,
  accountId: string,
  shape: z.ZodType<T>,
  log: Log,
): T | null {
  const path = pathOf(folder, name, accountId)
  const found = salvage(shape, parse(readFileSync(path, 'utf8')))
  if (found?.dropped === 0) return found.value
  copyFileSync(path, path.replace(/json$/, `unreadable-${Date.now()}.json`), constants.COPYFILE_EXCL)
  log.warn('accountFile.setAside', { name, account: accountId })
  return found?.value ?? null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Durable before it has its name, whole or not at all, and read back before it counts. */
function replace(path: string, bytes: Buffer): void {
  const temporary = `${path}.tmp-${randomBytes(8).toString('hex')}`
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    if (!readFileSync(temporary).equals(bytes)) throw new Error('Not what was written')
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
