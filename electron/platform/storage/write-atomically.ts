import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'

/** Replaces a file (0600) atomically: syncs a temporary file, verifies it, and renames it. Throws if the disk refuses. */
export function writeAtomically(path: string, text: string): void {
  const bytes = Buffer.from(text)
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
