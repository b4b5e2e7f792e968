import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { migrateContent, parseFormat, PROFILE_FORMAT, type ProfileFormat } from '../../core/profile-format.ts'
import { parseJson } from '../../domain/parse-json.ts'
import { writeAtomically } from './write-atomically.ts'

/** Names the format of all files beside it. */
const FORMAT_FILE = 'profile.json'
/** What a migrated file is called until all of them are there. */
const MIGRATED = '.migrated'

/** Whether the files in a folder are in the current format. Never throws. */
export function isCurrentProfile(folder: string): boolean {
  return readFormat(folder) === PROFILE_FORMAT.number
}

/**
 * Prepares a folder for the app's files: gives a new one its format, and migrates an older one. Returns false, and changes nothing,
 * if its format is another one, or unknown because `profile.json` is damaged, or missing beside other files. Throws if the disk refuses.
 */
export function openProfile(folder: string, format = PROFILE_FORMAT): boolean {
  const files = namesIn(folder).filter((name) => name.endsWith('.json'))
  if (files.length === 0) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFormat(folder, format.number)
    return true
  }
  const found = readFormat(folder)
  if (found === null || found > format.number || found < format.number - format.steps.length) return false
  if (found < format.number) migrateFiles(folder, files, found, format)
  // Also those of a start that was killed here.
  for (const name of migratedIn(folder))
    renameSync(join(folder, name), join(folder, name.slice(0, -MIGRATED.length)))
  return true
}

/** Writes the migrated files beside the others, and then the format, which makes them count. */
function migrateFiles(folder: string, files: readonly string[], from: number, format: ProfileFormat): void {
  for (const name of migratedIn(folder)) rmSync(join(folder, name))
  for (const file of files) {
    const [, name] = /^(\w+)(?:-\w+)?\.json$/.exec(file) ?? []
    const content = parseJson(readFileSync(join(folder, file), 'utf8'))
    // The store sets a damaged file aside.
    if (name === undefined || content === undefined || file === FORMAT_FILE) continue
    const next = migrateContent(name, content, from, format)
    writeAtomically(join(folder, file + MIGRATED), JSON.stringify(next))
  }
  writeFormat(folder, format.number)
}

const migratedIn = (folder: string): string[] => namesIn(folder).filter((name) => name.endsWith(MIGRATED))

/** The format of the files in a folder; null if nothing tells. */
function readFormat(folder: string): number | null {
  try {
    return parseFormat(readFileSync(join(folder, FORMAT_FILE), 'utf8'))
  } catch {
    return null
  }
}

/** Returns when the file and its name are on disk, so that no other file gets there before it. */
function writeFormat(folder: string, format: number): void {
  writeAtomically(join(folder, FORMAT_FILE), JSON.stringify({ format }))
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder does not exist yet.
    return []
  }
}
