import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { verifyIntegrity } from './runtime/integrity.ts'

// What `openssl dgst -sha512 -binary | base64` says of "abc".
const OF_ABC =
  'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=='

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'session-desk-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function fileWith(content: string): Promise<string> {
  const file = join(folder, 'archive.tgz')
  await writeFile(file, content)
  return file
}

it('accepts the pinned bytes', async () => {
  await expect(verifyIntegrity(await fileWith('abc'), OF_ABC)).resolves.toBeUndefined()
})

it('rejects other bytes, as after a broken download', async () => {
  await expect(verifyIntegrity(await fileWith('abd'), OF_ABC)).rejects.toThrow('not what was pinned')
  await expect(verifyIntegrity(await fileWith(''), OF_ABC)).rejects.toThrow('not what was pinned')
})

it('rejects a weaker algorithm', async () => {
  await expect(verifyIntegrity(await fileWith('abc'), 'sha1-qZk+NkcGgWq6PiVxeFDCbJzQ2J0=')).rejects.toThrow(
    'sha512',
  )
})
