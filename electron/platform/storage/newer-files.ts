import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { FILE_FORMATS } from '../../core/file-formats.ts'
import { currentVersion } from '../../domain/file-version.ts'

/** A file has its version first; a longer beginning is not needed. */
const HEAD_BYTES = 64
const VERSION = /^\s*\{\s*"version"\s*:\s*(\d+)\s*[,}]/

/**
 * The names of the files in `folder` that a later version of the app wrote. Only their first bytes are read, because histories
 * and lists are long. Unknown files, and what cannot be read, are none. Never throws.
 */
export function findNewerFiles(folder: string): string[] {
  const versions = new Map(
    Object.values(FILE_FORMATS).map(({ name, migrations }) => [name, currentVersion(migrations)]),
  )
  return namesIn(folder).filter((file) => {
    // One for each account is named `list-ID.json`. What was set aside has another dot.
    const [, name = ''] = /^(\w+)(?:-\w+)?\.json$/.exec(file) ?? []
    const known = versions.get(name)
    return known !== undefined && versionOf(join(folder, file)) > known
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder does not exist yet.
    return []
  }
}

function versionOf(path: string): number {
  try {
    const file = openSync(path, 'r')
    try {
      const head = Buffer.alloc(HEAD_BYTES)
      const length = readSync(file, head, 0, HEAD_BYTES, 0)
      return Number(VERSION.exec(head.toString('utf8', 0, length))?.[1] ?? 0)
    } finally {
      closeSync(file)
    }
  } catch {
    return 0
  }
}
