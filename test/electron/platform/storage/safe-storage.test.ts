import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createCipher } from '../../../../electron/platform/storage/safe-storage.ts'
import { encryptWithKnownKey } from '../../../torture/probe/known-keys.ts'
import { fakeClock, settled } from '../../fakes.ts'

/** Electron's safeStorage from 42 on; `prefix` and `password` determine its ciphertexts, as Chromium's do on Linux. */
const { first, fake } = vi.hoisted(() => {
  const first = () => ({
    isAvailable: true,
    selected: 'gnome_libsecret',
    prefix: 'v11' as 'v10' | 'v11',
    password: 'of the keyring',
    shouldReEncrypt: false,
    encrypts: true,
    hangs: false,
    door: 'open' as 'open' | 'closed' | 'unknown',
    asked: 0,
    opened: new Map<string, string>(),
    waiting: [] as (() => void)[],
  })
  return { first, fake: first() }
})

const turn = (): Promise<void> =>
  fake.hangs ? new Promise((resolve) => void fake.waiting.push(resolve)) : Promise.resolve()

vi.mock('electron', () => ({
  safeStorage: {
    getSelectedStorageBackend: () => fake.selected,
    isAsyncEncryptionAvailable: async () => (fake.asked++, await turn(), fake.isAvailable),
    async encryptStringAsync(text: string) {
      await turn()
      if (!fake.encrypts) throw new Error('denied')
      return planted(text, fake.prefix, fake.password)
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
  const opened: string[] = []
  return {
    clock,
    opened,
    cipher: createCipher(platform, clock, async (store) => (opened.push(store), fake.door)),
  }
}

/** Inserts a ciphertext that this Electron decrypts although its keyring did not make it. */
function planted(text: string, mark: 'v10' | 'v11', password: string): Buffer {
  const bytes = encryptWithKnownKey(text, mark, password)
  fake.opened.set(bytes.toString('base64'), text)
  return bytes
}

describe('the cipher', () => {
  it.each(['gnome_libsecret', 'kwallet5'])(
    'does not ask Electron for a keyring that the person keeps closed, and asks once it is open: %s',
    async (selected) => {
      Object.assign(fake, { selected, door: 'closed' })
      const { cipher, opened } = setUp()
      expect(await cipher.isSecure()).toBe(false)
      expect(await cipher.isSecure()).toBe(false)
      expect(fake.asked).toBe(0)
      expect(opened).toEqual([selected, selected])
      fake.door = 'open'
      expect(await cipher.isSecure()).toBe(true)
    },
  )

  it.each([
    ['linux', 'gnome_libsecret', 'unknown'],
    ['linux', 'kwallet5', 'unknown'],
    ['darwin', 'unknown', 'closed'],
  ] as const)('leaves it to Electron on %s with %s, %s', async (platform, selected, door) => {
    Object.assign(fake, { selected, door })
    expect(await setUp(platform).cipher.isSecure()).toBe(true)
  })

  it('decrypts its own ciphertexts, also with an older key', async () => {
    const { cipher } = setUp()
    expect(await cipher.isSecure()).toBe(true)
    const bytes = await cipher.encrypt('a token')
    expect(await cipher.decrypt(bytes)).toEqual({ text: 'a token', isStale: false })
    fake.shouldReEncrypt = true
    expect(await cipher.decrypt(bytes)).toEqual({ text: 'a token', isStale: true })
  })

  it.each([
    ['v10', 'peanuts', false],
    ['v10', 'peanuts', true],
    ['v11', 'peanuts', false],
    ['v10', '', false],
    ['v11', '', true],
  ] as const)(
    'refuses a ciphertext with %s of the fixed key %j, stale: %s',
    async (mark, password, isStale) => {
      fake.shouldReEncrypt = isStale
      await expect(setUp().cipher.decrypt(planted('planted', mark, password))).rejects.toThrow()
    },
  )

  it('refuses a text that is not encrypted', async () => {
    fake.opened.set(Buffer.from('clear').toString('base64'), 'clear')
    await expect(setUp().cipher.decrypt(Buffer.from('clear'))).rejects.toThrow()
  })

  it.each(['linux', 'darwin', 'win32'] as const)(
    'is secure on %s if a probe can be encrypted',
    async (platform) => {
      const { cipher } = setUp(platform)
      const isSecureWith = (part: object) => (Object.assign(fake, part), cipher.isSecure())
      expect(await isSecureWith({})).toBe(true)
      expect(await isSecureWith({ encrypts: false })).toBe(false)
      expect(await isSecureWith({ encrypts: true, isAvailable: false })).toBe(false)
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
    const first = cipher.decrypt(bytes).catch(() => 'failed')
    await clock.advance(5_000)
    await expect(cipher.encrypt('another')).rejects.toThrow()
    expect([await first, cipher.isUnresponsive(), fake.waiting.length]).toEqual(['failed', true, 1])

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
