import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What SECURITY.md says of a full run. */
export interface Run {
  seed: number
  minutes: number
  /** `2026-11-23`. */
  date: string
  electron: string
  cores: number
  /** Of the tested `electron/`. */
  fingerprint: string
  /** The parts and their figures, in Markdown. */
  table: string
}

/** The page's lines between these belong to `npm run torture`. */
const RECORD =
  /(?<=<!-- The last full run, written by npm run torture: -->\n).*?(?=<!-- End of the last full run -->)/s
const FINGERPRINT = /fingerprint `([0-9a-f]{12})`/

/**
 * A hash of the paths and contents of all files below a folder. It reads the folder itself rather than git, so it is the
 * same in a source archive; hidden files, such as an editor's, do not count.
 */
export function fingerprintOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    const path = file.slice(folder.length + 1).replaceAll('\\', '/')
    const content = createHash('sha256').update(readFileSync(file)).digest('hex')
    hash.update(`${path}\n${content}\n`)
  }
  return hash.digest('hex').slice(0, 12)
}

/** The page with this run as its last full one; throws if the page has no place for it. */
export function withRun(page: string, run: Run): string {
  if (!RECORD.test(page)) throw new Error('SECURITY.md has no lines for the last full run of the torture')
  const { seed, minutes, date, electron, cores, fingerprint, table } = run
  const lines = [
    `The last full run, on ${date}, found 0 violations in ${minutes} minutes: \`SESSION_DESK_SEED=${seed}\`,`,
    `Electron ${electron}, ${cores} cores. The files in \`electron/\` had the fingerprint \`${fingerprint}\`.`,
  ]
  return page.replace(RECORD, () => `\n${lines.join('\n')}\n\n${table}\n\n`)
}

/** Why the page's run does not speak for files with this fingerprint; null if it does. */
export function outdated(page: string, fingerprint: string): string | null {
  const recorded = FINGERPRINT.exec(RECORD.exec(page)?.[0] ?? '')?.[1] ?? 'none'
  return recorded === fingerprint
    ? null
    : `The files in electron/ have the fingerprint ${fingerprint}; the last full run in SECURITY.md had ${recorded}.`
}
