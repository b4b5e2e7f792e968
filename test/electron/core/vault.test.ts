import { describe, expect, it } from 'vitest'
import { createVault, type Ciphertexts } from '../../../electron/core/vault.ts'
import { fakeStore, fakeCipher, fakeLog, settled, LIFE } from '../fakes.ts'
import { later } from '../fake-service.ts'

const CANARY = '12|canary-token-5f1e'
const NEW = 'new|token'

function setUp(isProtecting = true) {
  const cipher = fakeCipher(isProtecting)
  const store = fakeStore<Ciphertexts>({})
  const log = fakeLog()
  const again = () => createVault({ cipher, store, log })
  const vault = again()
  const put = (token = CANARY) => vault.put('a', token, LIFE)
  /** The location of the tokens, why it is memory, and whether the token of `a` is not on disk. */
  const storage = () => [vault.storage().location, vault.storage().reason, vault.isUnsaved('a')]
  return { cipher, store, log, vault, again, put, storage }
}

describe('the vault', () => {
  it('stores a token across a restart, never as plain text', async () => {
    const { vault, again, store, log, put } = setUp()
    expect(await put()).toBeNull()
    expect(await again().get('a')).toEqual({ kind: 'readable', token: CANARY, sequence: 1, ...LIFE })
    expect(store.writes).toHaveLength(1)
    const bytes = Buffer.from(store.read()['a'] ?? '', 'base64').toString()
    expect(JSON.stringify([store.writes, bytes])).not.toContain('canary')
    expect(log.lines).toEqual([])
    expect(vault.storage()).toEqual({ location: 'keyring', reason: null, backend: 'gnome_libsecret' })
  })

  it('writes nothing without a keyring, loses the token at exit, and saves it once the keyring opens', async () => {
    const { vault, again, store, put, storage, cipher } = setUp(false)
    await put()
    expect(await vault.get('a')).toMatchObject({ token: CANARY })
    expect([store.writes, storage()]).toEqual([[], ['memory', 'keyring', true]])
    expect(await again().get('a')).toEqual({ kind: 'none' })
    cipher.protecting = true
    expect(await vault.checkStatus()).toMatchObject({ location: 'keyring' })
    expect([await again().get('a'), storage()]).toMatchObject([{ token: CANARY }, ['keyring', null, false]])
  })

  it('takes stored tokens to be in the keyring until that was asked', async () => {
    const { again, cipher, put } = setUp()
    await put()
    cipher.protecting = false
    const vault = again()
    expect([vault.isStored('a'), vault.isStored('b')]).toEqual([true, false])
    expect(vault.storage()).toMatchObject({ location: 'keyring', reason: null })
    expect(await vault.checkStatus()).toMatchObject({ location: 'memory', reason: 'keyring' })
  })

  it('reports a keyring that does not answer, also before its first use', async () => {
    const { vault, cipher, put, storage } = setUp()
    expect(storage()).toEqual(['memory', 'noAnswer', false])
    Object.assign(cipher, { protecting: false, unresponsive: true })
    await put()
    expect(storage()).toEqual(['memory', 'noAnswer', true])
    cipher.unresponsive = false
    expect(storage()).toEqual(['memory', 'keyring', true])
    cipher.protecting = true
    expect(await vault.checkStatus()).toMatchObject({ location: 'keyring', reason: null })
  })

  it('keeps an unreadable ciphertext, byte for byte, until it is replaced or removed', async () => {
    const { again, cipher, store, put } = setUp()
    await put()
    const kept = structuredClone(store.read())
    cipher.failing = true
    expect(await again().get('a')).toEqual({ kind: 'unreadable' })
    Object.assign(cipher, { failing: false, protecting: false })
    expect(await again().get('a')).toEqual({ kind: 'unreadable' })
    expect(store.read()).toEqual(kept)
    cipher.protecting = true
    const last = again()
    expect(await last.put('a', NEW, LIFE)).toMatchObject({ token: CANARY })
    expect(await again().get('a')).toMatchObject({ token: NEW })
    await last.remove('a')
    expect([await again().get('a'), store.read()]).toEqual([{ kind: 'none' }, {}])
  })

  it('keeps an unreadable ciphertext while the token that replaces it cannot be saved', async () => {
    const { again, cipher, store, put } = setUp()
    await put()
    const kept = structuredClone(store.read())
    cipher.protecting = false
    const next = again()
    expect(await next.put('a', NEW, LIFE)).toBeNull()
    expect([await next.get('a'), next.isUnsaved('a')]).toMatchObject([{ token: NEW }, true])
    expect(store.read()).toEqual(kept)
  })

  it('encrypts a stale ciphertext again, and works without it if the disk refuses', async () => {
    const { again, cipher, store, put } = setUp()
    await put()
    cipher.stale = true
    store.broken = true
    expect(await again().get('a')).toMatchObject({ kind: 'readable', token: CANARY })
    store.broken = false
    const next = again()
    for (let read = 0; read < 2; read++)
      expect(await next.get('a')).toMatchObject({ kind: 'readable', token: CANARY, sequence: 1 })
    expect([store.writes.length, next.storage().location]).toEqual([2, 'keyring'])
  })

  it('saves nothing with a keyring that was lost meanwhile, and reports why', async () => {
    const { vault, cipher, store, put, storage } = setUp()
    await vault.checkStatus()
    cipher.failing = true
    await put()
    expect([storage(), store.writes]).toEqual([['memory', 'keyring', true], []])
  })

  it('writes no ciphertext that does not decrypt to the same token', async () => {
    const { vault, cipher, store, put, storage } = setUp()
    const decrypt = cipher.decrypt.bind(cipher)
    cipher.decrypt = async () => ({ text: 'something else', isStale: false })
    await put()
    expect([store.writes, storage()]).toEqual([[], ['memory', 'keyring', true]])
    cipher.decrypt = decrypt
    await put()
    const older = Buffer.from(store.read()['a'] ?? '', 'base64')
    cipher.decrypt = () => decrypt(older)
    await put(NEW)
    expect([store.read(), storage()]).toEqual([{}, ['memory', 'keyring', true]])
    expect(await vault.get('a')).toMatchObject({ token: NEW })
  })

  it('refuses a ciphertext that decrypts to something else, or to another account’s token', async () => {
    const { again, store, put } = setUp()
    await put()
    store.write({ a: Buffer.from('nonsense').toString('base64'), b: store.read()['a'] ?? '' })
    expect(await again().get('a')).toEqual({ kind: 'unreadable' })
    expect(await again().get('b')).toEqual({ kind: 'unreadable' })
  })

  it('erases a replaced token although the newer one cannot be saved, and logs if the disk refuses', async () => {
    const { vault, again, cipher, store, log, put } = setUp()
    await put()
    cipher.protecting = false
    await vault.checkStatus()
    store.broken = true
    await put('2|newer')
    expect(log.lines.at(-1)).toBe('vault.notErased {"account":"a"}')
    store.broken = false
    await put(NEW)
    cipher.protecting = true
    expect(await again().get('a')).toEqual({ kind: 'none' })
    expect(await vault.get('a')).toMatchObject({ token: NEW })
  })

  it('keeps a token in memory on a full disk, and reports it', async () => {
    const { vault, store, log, put, storage } = setUp()
    store.broken = true
    await put()
    await vault.checkStatus()
    expect([await vault.get('a'), storage()]).toMatchObject([{ token: CANARY }, ['memory', 'disk', true]])
    expect(log.lines[0]).toBe('vault.notSaved {"account":"a","reason":"disk"}')
    store.broken = false
    expect((await vault.checkStatus()).location).toBe('keyring')
  })

  it('replaces only the expected token', async () => {
    const { vault, put } = setUp()
    expect(await vault.replace('a', CANARY, NEW, LIFE)).toBe(false)
    await put()
    expect(await vault.replace('a', 'other|token', NEW, LIFE)).toBe(false)
    expect(await vault.get('a')).toMatchObject({ token: CANARY })
    expect(await vault.replace('a', CANARY, NEW, LIFE)).toBe(true)
    expect(await vault.get('a')).toMatchObject({ token: NEW, sequence: 2 })
  })

  it('removes only the given token, and keeps one that the disk refuses to remove', async () => {
    const { vault, store, put } = setUp()
    expect(await vault.remove('a', CANARY)).toBe(false)
    await vault.remove('a')
    expect(store.writes).toEqual([])
    await put()
    expect(await vault.remove('a', NEW)).toBe(false)
    store.broken = true
    await expect(vault.remove('a')).rejects.toThrow('ENOSPC')
    expect(await vault.get('a')).toMatchObject({ token: CANARY })
    store.broken = false
    expect(await vault.remove('a', CANARY)).toBe(true)
  })

  it('retires a token in one write: it leaves the account, and stays under its key across a restart', async () => {
    const { vault, again, store, put } = setUp()
    await put()
    const retired: unknown[] = []
    const stored = await vault.retire('a', 'k', (token) => void retired.push(token))
    expect([stored, retired, store.writes.length]).toMatchObject([{ token: CANARY }, [stored], 2])
    const next = again()
    expect(await next.get('a')).toEqual({ kind: 'none' })
    expect(await next.getRetired('a', 'k')).toMatchObject({ token: CANARY })
    expect(await again().getRetired('b', 'k')).toEqual({ kind: 'unreadable' })
    await next.remove('k')
    expect(store.read()).toEqual({})
  })

  it.each([
    ['an unreadable token', false],
    ['a token only in memory, and an unreadable one before it', true],
  ])('leaves no ciphertext when it retires %s', async (_case, isReplaced) => {
    const { again, store, cipher, put } = setUp()
    await put()
    cipher.protecting = false
    const next = again()
    if (isReplaced) await next.put('a', NEW, LIFE)
    const { kind } = await next.retire('a', 'k', () => undefined)
    expect([kind, store.read()]).toEqual([isReplaced ? 'readable' : 'unreadable', {}])
  })

  it('does not report unsaved sign-ins because of a retired token', async () => {
    const { vault, store, put, storage } = setUp()
    store.broken = true
    await put()
    await vault.retire('a', 'k', () => undefined)
    expect([storage(), vault.isUnsaved('k')]).toEqual([['keyring', null, false], true])
  })
})

describe('the vault while the keyring is slow', () => {
  /** A vault whose cipher waits for the returned function after `pause`. */
  function setUpSlow() {
    const { cipher, store } = setUp()
    const gates: { encrypt?: Promise<null> | null; decrypt?: Promise<null> | null } = {}
    const slow = {
      ...cipher,
      encrypt: async (text: string) => (await gates.encrypt, cipher.encrypt(text)),
      decrypt: async (bytes: Uint8Array) => (await gates.decrypt, cipher.decrypt(bytes)),
    }
    function pause(what: 'encrypt' | 'decrypt') {
      const gate = later<null>()
      gates[what] = gate.promise
      return () => ((gates[what] = null), gate.resolve(null))
    }
    return { store, pause, open: () => createVault({ cipher: slow, store, log: fakeLog() }) }
  }

  it('returns the newer token to a call during its put', async () => {
    const { open, pause } = setUpSlow()
    const vault = open()
    await vault.put('a', '1|old', LIFE)
    const release = pause('encrypt')
    const putting = vault.put('a', NEW, LIFE)
    const getting = vault.get('a')
    release()
    await putting
    const newer = { token: NEW, sequence: 2 }
    expect([await getting, await open().get('a')]).toMatchObject([newer, newer])
  })

  it('stores the tokens of two accounts that are put at once', async () => {
    const { open, pause } = setUpSlow()
    const vault = open()
    const release = pause('encrypt')
    const putting = Promise.all([vault.put('a', '1|a', LIFE), vault.put('b', '2|b', LIFE)])
    await settled()
    release()
    await putting
    expect([await open().get('a'), await open().get('b')]).toMatchObject([{ token: '1|a' }, { token: '2|b' }])
  })

  it.each(['encrypt', 'decrypt'] as const)(
    'does not restore a token that was removed meanwhile: %s',
    async (what) => {
      const { open, pause, store } = setUpSlow()
      if (what === 'decrypt') await open().put('a', '1|token', LIFE)
      const vault = open()
      const release = pause(what)
      const using = what === 'decrypt' ? vault.get('a') : vault.put('a', '1|token', LIFE)
      await settled()
      const removing = vault.remove('a')
      await settled()
      release()
      await Promise.all([using, removing])
      expect([await vault.get('a'), store.read()]).toEqual([{ kind: 'none' }, {}])
    },
  )

  it('does not return an older token, read before the newer one was put', async () => {
    const { open, pause } = setUpSlow()
    await open().put('a', '1|old', LIFE)
    const vault = open()
    const release = [pause('decrypt')]
    const reading = vault.get('a')
    await settled()
    release.push(pause('encrypt'))
    const putting = vault.put('a', NEW, LIFE)
    await settled()
    for (const go of release) go()
    await Promise.all([reading, putting])
    expect(await vault.get('a')).toMatchObject({ token: NEW })
  })
})
