import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { scanForSecrets, type SecretHit } from './checks/secrets.ts'

const token = '17|q8Zr3~éVt5/Lw0+Xy"k'
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'session-desk-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function scanBytes(bytes: Buffer): Promise<SecretHit[]> {
  await mkdir(join(folder, 'a', 'b'), { recursive: true })
  await writeFile(join(folder, 'a', 'b', 'file.bin'), bytes)
  return scanForSecrets({ dirs: [folder], canaries: { token } })
}

const noise = (text: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from([0, 255, 10]), Buffer.from(text), Buffer.from([0, 200])])

it('finds nothing in innocent bytes', async () => {
  expect(await scanBytes(noise('17|something else entirely'))).toEqual([])
})

it.each([
  ['utf8', token],
  ['utf16le', Buffer.from(token, 'utf16le')],
  ['hex', Buffer.from(token).toString('hex')],
  ['hex', Buffer.from(token).toString('hex').toUpperCase()],
  ['percent', `https://x.test/?t=${encodeURIComponent(token)}&u=1`],
  ['json', JSON.stringify({ token })],
])('finds a secret as %s, deep in a folder', async (encoding, planted) => {
  expect(await scanBytes(noise(planted))).toMatchObject([
    { canary: 'token', encoding, where: join(folder, 'a', 'b', 'file.bin') },
  ])
})

it.each([0, 1, 2])('finds it in base64 with %i bytes before it, whatever follows', async (before) => {
  for (const after of ['', '.', '..']) {
    const encoded = Buffer.from('x'.repeat(before) + token + after)
    expect(await scanBytes(noise(encoded.toString('base64')))).toMatchObject([{ encoding: 'base64' }])
    expect(await scanBytes(noise(encoded.toString('base64url')))).toMatchObject([{ canary: 'token' }])
  }
})

it('finds it in texts and says where', async () => {
  const hits = await scanForSecrets({
    texts: { stdout: 'all well', log: `token=${token}` },
    canaries: { token },
  })
  expect(hits).toEqual([{ canary: 'token', encoding: 'utf8', where: 'log', offset: 6 }])
})

it('rejects a missing folder and a secret that is too short', async () => {
  await expect(scanForSecrets({ dirs: [join(folder, 'gone')], canaries: { token } })).rejects.toThrow(
    'ENOENT',
  )
  await expect(scanForSecrets({ texts: {}, canaries: { pin: '1234' } })).rejects.toThrow('too short')
})
