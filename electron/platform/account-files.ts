import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
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
import { parseJson } from '../core/domain/parse-json.ts'
import { salvage } from './domain/salvage.ts'
import type { AccountFiles, Log } from '../core/ports.ts'

/** Opens the files of one kind, one per account, named `<name>-<accountId>.json`. */
export type OpenAccountFiles = <T extends object>(name: string, schema: z.ZodType<T>) => AccountFiles<T>

/**
 * Creates the function that opens such files (0600) in a folder. They are large and change often, so each write
 * serializes one account only. A damaged file is copied aside, and its readable parts are used.
 */
export function accountFilesIn(folder: string, log: Log): OpenAccountFiles {
  return (name, schema) => {
    /** Accounts whose damaged file could not be copied aside; that file is not overwritten. */
    const locked = new Set<string>()
    function readOne(accountId: string): ReturnType<typeof schema.parse> | null {
      try {
        return readFile(folder, name, accountId, schema, log)
      } catch {
        log.warn('accountFile.notOpened', { name, account: accountId })
        locked.add(accountId)
        return null
      }
    }
    return {
      read: () =>
        Object.fromEntries(
          listAccounts(folder, name).flatMap((accountId) => {
            const value = readOne(accountId)
            return value === null ? [] : [[accountId, value]]
          }),
        ),
      readOne: (accountId) => (existsSync(pathOf(folder, name, accountId)) ? readOne(accountId) : null),
      write(accountId, value) {
        const path = pathOf(folder, name, accountId)
        if (value !== null && locked.has(accountId))
          throw new Error('The damaged file could not be copied aside')
        locked.delete(accountId)
        if (value === null) return rmSync(path, { force: true })
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeAtomically(path, Buffer.from(JSON.stringify(value)))
      },
    }
  }
}

function pathOf(folder: string, name: string, accountId: string): string {
  if (!/^\w+$/.test(accountId)) throw new Error('Not the id of an account')
  return join(folder, `${name}-${accountId}.json`)
}

function listAccounts(folder: string, name: string): string[] {
  const pattern = new RegExp(`^${name}-(\\w+)\\.json$`)
  try {
    return readdirSync(folder).flatMap((file) => pattern.exec(file)?.[1] ?? [])
  } catch {
    // The folder does not exist yet.
    return []
  }
}

/**
 * Reads one file; null if nothing of it is readable. Copies a damaged file aside. Throws if the file can be neither
 * read nor copied.
 */
function readFile<T extends object>(
  folder: string,
  name: string,
  accountId: string,
  schema: z.ZodType<T>,
  log: Log,
): T | null {
  const path = pathOf(folder, name, accountId)
  const salvaged = salvage(schema, parseJson(readFileSync(path, 'utf8')))
  if (salvaged?.dropped === 0) return salvaged.value
  copyFileSync(path, path.replace(/json$/, `unreadable-${Date.now()}.json`), constants.COPYFILE_EXCL)
  log.warn('accountFile.setAside', { name, account: accountId })
  return salvaged?.value ?? null
}

/** Replaces a file atomically: syncs a temporary file, verifies it, and renames it. */
function writeAtomically(path: string, bytes: Buffer): void {
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
