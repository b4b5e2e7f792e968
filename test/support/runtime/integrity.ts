import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Throws unless the file's bytes have this Subresource Integrity value (`sha512-…`, base64). */
export async function verifyIntegrity(file: string, expected: string): Promise<void> {
  const algorithm = expected.slice(0, expected.indexOf('-'))
  // The pin never has a weaker algorithm, so it is a mistake or an attack.
  if (algorithm !== 'sha512') throw new Error(`The integrity must be a sha512, not "${algorithm}"`)
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  const actual = `${algorithm}-${hash.digest('base64')}`
  if (actual !== expected) {
    throw new Error(`The download is not what was pinned: its integrity is ${actual}, expected ${expected}`)
  }
}
