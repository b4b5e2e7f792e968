import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../domain/parse-json.ts'
import type { FileFormat } from '../../core/file-formats.ts'
import type { AccountFiles, Log } from '../../core/ports.ts'
import { onDisk, StorageError } from '../../core/storage-error.ts'
import { readContent } from './file-content.ts'
import { copyAside, type OnFileLoss } from './set-aside.ts'
import { writeAtomically } from './write-atomically.ts'

/** Opens the files of one kind, one per account, named `<name>-<accountId>.json`. */
export type OpenAccountFiles = <T extends object>(format: FileFormat<T>) => AccountFiles<T>

/**
 * Creates the function that opens such files (0600) in a folder. They are large and change often, so each write
 * serializes one account only. A damaged file is copied aside, and its readable parts are used.
 */
export function accountFilesIn(
  folder: string,
  log: Log,
  lost: OnFileLoss = () => undefined,
): OpenAccountFiles {
  return <T extends object>(format: FileFormat<T>) => {
    const { name } = format
    const checked = new Set<string>()
    /** Accounts whose file was not read, or is damaged and could not be copied aside; it is not overwritten. */
    const locked = new Set<string>()
    /** The losses that were reported, by account: a damaged file stays damaged until it is written anew. */
    const reported = new Map<string, number | null>()
    /** Reports a loss at its first read; `at` is when the file was set aside, null if it was not. */
    function report(accountId: string, at: number | null, event: string): void {
      if (reported.get(accountId) === at) return
      reported.set(accountId, at)
      log.warn(event, { name, account: accountId })
      lost({ name, accountId, at: at ?? Date.now(), isSetAside: at !== null })
    }
    function readOne(accountId: string): T | null {
      const path = pathOf(folder, name, accountId)
      checked.add(accountId)
      try {
        if (!existsSync(path)) return null
        const content = readContent(format, parseJson(readFileSync(path, 'utf8')))
        if (content?.dropped !== 0) report(accountId, copyAside(path), 'accountFile.setAside')
        return content?.value ?? null
      } catch {
        report(accountId, null, 'accountFile.notOpened')
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
      readOne,
      write(accountId, value) {
        const path = pathOf(folder, name, accountId)
        if (value === null) {
          onDisk(() => rmSync(path, { force: true }))
          return void locked.delete(accountId)
        }
        // A service may write without reading first.
        if (!checked.has(accountId)) readOne(accountId)
        if (locked.has(accountId))
          throw new StorageError('This file could not be read, and is not overwritten')
        const text = JSON.stringify(value)
        onDisk(() => {
          mkdirSync(folder, { recursive: true, mode: 0o700 })
          writeAtomically(path, text)
        })
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
