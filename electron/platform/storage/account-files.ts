import {
  closeSync,
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
import { contentOfFields, currentVersion } from '../../domain/file-version.ts'
import { parseJson } from '../../domain/parse-json.ts'
import type { FileFormat } from '../../core/file-formats.ts'
import type { AccountFiles, Log } from '../../core/ports.ts'
import { readContent, type FileContent } from './file-content.ts'
import { copyAside, type OnFileLoss } from './set-aside.ts'

/** Opens the files of one kind, one per account, named `<name>-<accountId>.json`. */
export type OpenAccountFiles = <T extends object>(format: FileFormat<T>) => AccountFiles<T>

/**
 * Creates the function that opens such files (0600) in a folder. They are large and change often, so each write
 * serializes one account only. The version stands beside the content, where apps without versions ignore it. A damaged
 * file is copied aside, and its readable parts are used. A file of an older version is migrated; the next write
 * replaces it. A file of a newer version is neither read nor replaced; it is deleted with the data of its account.
 */
export function accountFilesIn(
  folder: string,
  log: Log,
  lost: OnFileLoss = () => undefined,
): OpenAccountFiles {
  return <T extends object>(format: FileFormat<T>) => {
    const { name } = format
    const version = currentVersion(format.migrations)
    const checked = new Set<string>()
    /** Accounts whose file was not read, or is damaged and could not be copied aside; it is not overwritten. */
    const locked = new Set<string>()
    /** The losses that were reported, by account: a damaged file stays damaged until it is written anew. */
    const reported = new Map<string, number | null>()
    /** Reports a loss at its first read; `at` is when the file was set aside, null if it was not. */
    function report(
      accountId: string,
      at: number | null,
      event: string,
      facts: { version?: number } = {},
    ): void {
      if (reported.get(accountId) === at) return
      reported.set(accountId, at)
      log.warn(event, { name, account: accountId, ...facts })
      lost({ name, accountId, at: at ?? Date.now(), isSetAside: at !== null })
    }
    function readOne(accountId: string): T | null {
      const path = pathOf(folder, name, accountId)
      checked.add(accountId)
      try {
        const content = existsSync(path) ? readFile(path, format) : null
        if (content === null) return null
        if (content.kind === 'readable' && content.dropped === 0) return content.value
        if (content.kind === 'readable' || content.kind === 'damaged') {
          report(accountId, copyAside(path), 'accountFile.setAside')
          return content.kind === 'readable' ? content.value : null
        }
        report(accountId, null, `accountFile.${content.kind}`, { version: content.version })
      } catch {
        report(accountId, null, 'accountFile.notOpened')
      }
      locked.add(accountId)
      return null
    }
    return {
      read: () =>
        Object.fromEntries(
          listAccounts(folder, name).flatMap((accountId) => {
            const value = readOne(accountId)
            return value === null ? [] : [[accountId, value]]
          }),
        ),
      readOne,
      write(accountId, value) {
        const path = pathOf(folder, name, accountId)
        if (value === null) {
          rmSync(path, { force: true })
          return void locked.delete(accountId)
        }
        // A service may write without reading first.
        if (!checked.has(accountId)) readOne(accountId)
        if (locked.has(accountId)) throw new Error('This file could not be read, and is not overwritten')
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeAtomically(path, Buffer.from(JSON.stringify({ version, ...value })))
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

/** Reads one file. Throws if the disk refuses. */
const readFile = <T extends object>(path: string, format: FileFormat<T>): FileContent<T> =>
  readContent(format, contentOfFields(parseJson(readFileSync(path, 'utf8'))))

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
