import { constants, copyFileSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FileLoss } from '../../core/ports.ts'

/** Copies are named `history-ID.unreadable-TIME.json`, their time is epoch ms by this computer's clock. */
const COPY = /^(\w+?)(?:-(\w+))?\.unreadable-(\d+)\.json$/

/** Receives each file that was not read, or not in full. */
export type OnFileLoss = (loss: FileLoss) => void

/**
 * Copies a damaged file aside, unless an equal copy lies there. Returns when the copy was made, epoch ms by this computer's
 * clock: a file that nobody has written since is found damaged at each start. Throws if the disk refuses.
 */
export function copyAside(path: string): number {
  const bytes = readFileSync(path)
  const folder = dirname(path)
  const known = copiesOf(path).find((copy) => readFileSync(join(folder, copy)).equals(bytes))
  if (known !== undefined) return Number(COPY.exec(known)?.[3] ?? 0)
  const at = Date.now()
  copyFileSync(path, copyPath(path, at), constants.COPYFILE_EXCL)
  return at
}

/** Renames a damaged file, so that another one can take its name. Returns the time like `copyAside`, and throws like it. */
export function moveAside(path: string): number {
  const at = Date.now()
  const copy = copyPath(path, at)
  if (copiesOf(path).includes(basename(copy))) throw new Error('Would replace what was set aside before')
  renameSync(path, copy)
  return at
}

/** The files in `folder` that were set aside, in this run or before. Never throws. */
export function findSetAside(folder: string): FileLoss[] {
  return namesIn(folder).flatMap((copy) => {
    const [, name, accountId = null, at] = COPY.exec(copy) ?? []
    return name === undefined ? [] : [{ name, accountId, at: Number(at), isSetAside: true }]
  })
}

/** Deletes the copies of an account's damaged files of one format. Throws if the disk refuses. */
export function removeCopies(folder: string, name: string, accountId: string): void {
  for (const copy of copiesOf(join(folder, `${name}-${accountId}.json`))) rmSync(join(folder, copy))
}

const copyPath = (path: string, at: number): string => path.replace(/json$/, `unreadable-${at}.json`)

function copiesOf(path: string): string[] {
  const beginning = `${basename(path, '.json')}.unreadable-`
  return namesIn(dirname(path)).filter((name) => name.startsWith(beginning))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder does not exist yet.
    return []
  }
}
