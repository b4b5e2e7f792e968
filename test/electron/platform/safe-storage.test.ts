import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createCipher } from '../../../electron/platform/safe-storage.ts'
import { encryptWithKnownKey } from '../../torture/probe/known-keys.ts'
import { fakeClock, settled } from '../fakes.ts'

/** Electron's safeStorage from 42 on; `prefix` and `password` determine its ciphertexts, as Chromium's do on Linux. */
interface Fake {
  isAvailable: boolean
  selected: string
  prefix: 'v10' | 'v11'
  password: string
  shouldReEncrypt: boolean
  encrypts: boolean
  hangs: boolean
  opened: Map<string, string>
  waiting: (() => void)[]
}

const { first, fake } = vi.hoisted(() => {
  const first = (): Fake => ({
    isAvailable: true,
    selected: 'gnome_libsecret',
    prefix: 'v11',
    password: 'of the keyring',
    shouldReEncrypt: false,
    encrypts: true,
    hangs: false,
    opened: new Map(),
    waiting: [],
  })
  return { first, fake: first() }
})

const turn = (): Promise<void> =>
  fake.hangs ? new Promise((resolve) => void fake.waiting.push(resolve)) : Promise.resolve()

vi.mock('electron', () => ({
  safeStorage: {
    getSelectedStorageBackend: () => fake.selected,
    isAsyncEncryptionAvailable: async () => (await turn(), fake.isAvailable),
    async encryptStringAsync(text: string) {
      await turn()
      if (!fake.encrypts) throw new Error('denied')
      const bytes = encryptWithKnownKey(text, fake.prefix, fake.password)
      fake.opened.set(bytes.toString('base64'), text)
      return bytes
    },
    async decryptStringAsync(bytes: Buffer) {
      await turn()
      const result = fake.opened.get(bytes.toString('base64'))
      if (result === undefined) throw new Error('not mine')
      return { result, shouldReEncrypt: fake.shouldReEncrypt }
    },
  },
}))

beforeEach(() => void Object.assign(fake, first()))

function setUp(platform: NodeJS.Platform = 'linux') {
  const clock = fakeClock()
  return { clock, cipher: createCipher(platform, clock) }
}

/** Inserts a ciphertext that this Electron decrypts although its keyring did not make it. */
function planted(text: string, mark: 'v10' | 'v11', password: string): Buffer {
  const bytes = encryptWithKnownKey(text, mark, password)
  fake.opened.set(bytes.toString('base64'), text)
  return bytes
}

describe('the cipher', () => {
  it('decrypts its own ciphertexts, also with an older key', async () => {
    const { cipher } = setUp()
    expect(await cipher.isSecure()).toBe(true)
    const bytes = await cipher.encrypt('a token')
    expect(await cipher.decrypt(bytes)).toEqual({ text: 'a token', isStale: false })
    fake.shouldReEncrypt = true
    expect(await cipher.decrypt(bytes)).toEqual({ text: 'a token', isStale: true })
  })

  it.each([false, true])('refuses ciphertexts of a fixed key, stale or not: %s', async (isStale) => {
    const { cipher } = setUp()
    fake.shouldReEncrypt = isStale
    for (const [mark, password] of [
      ['v10', 'peanuts'],
      ['v11', 'peanuts'],
      ['v10', ''],
      ['v11', ''],
    ] as const)
      await expect(cipher.decrypt(planted('planted', mark, password))).rejects.toThrow()
    fake.opened.set(Buffer.from('clear').toString('base64'), 'clear')
    await expect(cipher.decrypt(Buffer.from('clear'))).rejects.toThrow()
  })

  it.each(['linux', 'darwin', 'win32'] as const)(
    'is secure on %s only if a probe can be encrypted',
    async (platform) => {
      const { cipher } = setUp(platform)
      expect(await cipher.isSecure()).toBe(true)
      fake.encrypts = false
      expect(await cipher.isSecure()).toBe(false)
      fake.encrypts = true
      fake.isAvailable = false
      expect(await cipher.isSecure()).toBe(false)
    },
  )

  it('is not secure with the hard-coded key, which macOS and Windows mark as their own', async () => {
    fake.prefix = 'v10'
    fake.password = 'peanuts'
    const { cipher } = setUp()
    expect([await cipher.isSecure(), cipher.backend()]).toEqual([false, 'basic_text'])
    await expect(cipher.encrypt('a token')).rejects.toThrow()
    expect(await setUp('darwin').cipher.isSecure()).toBe(true)
  })

  it('names the store that it encrypts with', async () => {
    fake.selected = 'basic_text'
    const { cipher } = setUp()
    expect(cipher.backend()).toBe('basic_text')
    expect(await cipher.isSecure()).toBe(true)
    expect(cipher.backend()).toBe('secret_service')
    expect([setUp('darwin').cipher.backend(), setUp('win32').cipher.backend()]).toEqual(['keychain', 'dpapi'])
  })

  it('fails an unanswered call, and the next ones at once, and reports a late answer', async () => {
    const { clock, cipher } = setUp()
    const bytes = await cipher.encrypt('a token')
    const late = vi.fn()
    cipher.onLateAnswer(late)
    fake.hangs = true
    const ends: string[] = []
    const note = (call: Promise<unknown>, name: string): void =>
      void call.then(
        () => ends.push(`${name} answered`),
        () => ends.push(`${name} failed`),
      )
    note(cipher.decrypt(bytes), 'first')
    await clock.advance(4_999)
    expect(ends).toEqual([])
    await clock.advance(1)
    note(cipher.encrypt('another'), 'second')
    await settled()
    expect([ends, cipher.isUnresponsive()]).toEqual([['first failed', 'second failed'], true])
    expect(fake.waiting).toHaveLength(1)

    fake.hangs = false
    for (const go of fake.waiting) go()
    await settled()
    expect([late.mock.calls.length, cipher.isUnresponsive()]).toEqual([1, false])
    expect(await cipher.decrypt(bytes)).toMatchObject({ text: 'a token' })
  })

  it('checks again on request', async () => {
    const { clock, cipher } = setUp()
    fake.hangs = true
    const [probe] = [cipher.isSecure(), await clock.advance(5_000)]
    expect([await probe, cipher.isUnresponsive()]).toEqual([false, true])
    fake.hangs = false
    expect([await cipher.isSecure(), cipher.isUnresponsive()]).toEqual([true, false])
  })
})
