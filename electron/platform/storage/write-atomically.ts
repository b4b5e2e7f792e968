import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'

/**
 * Replaces a file atomically: syncs a temporary file, verifies it, and renames it. The mode counts whatever the umask or the old
 * file has. Throws if the disk refuses, which leaves the old file as it was.
 */
export function writeAtomically(path: string, content: string | Uint8Array, mode = 0o600): void {
  const bytes = Buffer.from(content)
  const temporary = `${path}.tmp-${randomBytes(8).toString('hex')}`
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
      if (mode !== 0o600) fchmodSync(file, mode)
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
