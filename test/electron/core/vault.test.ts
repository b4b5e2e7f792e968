import { describe, expect, it } from 'vitest'
import { createVault, type Ciphertexts } from '../../../electron/core/vault.ts'
import { fakeStore, fakeCipher, fakeLog, LIFE } from '../fakes.ts'

const CANARY = '12|canary-token-5f1e'

function setUp(isProtecting = true) {
  const cipher = fakeCipher(isProtecting)
  const store = fakeStore<Ciphertexts>({})
  const log = fakeLog()
  const vault = createVault({ cipher, store, log })
  const again = () => createVault({ cipher, store, log })
  return { cipher, store, log, vault, again }
}

describe('the vault', () => {
  it('stores a token across a restart, never as plain text', async () => {
    const { vault, again, store, log } = setUp()
    await vault.put('a', CANARY, LIFE)
    expect(await again().get('a')).toMatchObject({ state: 'readable', token: CANARY })
    const bytes = store.writes.map((entries) => Buffer.from(entries['a'] ?? '', 'base64').toString())
    expect(JSON.stringify([store.writes, bytes, log.lines])).not.toContain('canary')
    expect(vault.storage()).toEqual({ location: 'keyring', reason: null, backend: 'gnome_libsecret' })
  })

  it('writes nothing without a keyring, and loses the token at exit', async () => {
    const { vault, again, store } = setUp(false)
    await vault.put('a', CANARY, LIFE)
    expect(await vault.get('a')).toMatchObject({ token: CANARY })
    expect(store.writes).toEqual([])
    expect([vault.storage().location, vault.isUnsaved('a')]).toEqual(['memory', true])
    expect(await again().get('a')).toEqual({ state: 'none' })
  })

  it('reports a keyring that does not answer, also before its first use', async () => {
    const { vault, cipher } = setUp()
    expect(vault.storage()).toMatchObject({ location: 'memory', reason: 'noAnswer' })
    cipher.protecting = false
    cipher.unresponsive = true
    await vault.put('a', CANARY, LIFE)
    expect(vault.storage()).toMatchObject({ location: 'memory', reason: 'noAnswer' })
    cipher.unresponsive = false
    expect(vault.storage()).toMatchObject({ reason: 'keyring' })
    cipher.protecting = true
    expect(await vault.checkStatus()).toMatchObject({ location: 'keyring', reason: null })
  })

  it('moves tokens to the keyring once it opens', async () => {
    const { vault, again, cipher } = setUp(false)
    await vault.put('a', CANARY, LIFE)
    cipher.protecting = true
    expect(await vault.checkStatus()).toMatchObject({ location: 'keyring' })
    expect(await again().get('a')).toMatchObject({ token: CANARY })
    expect(vault.isUnsaved('a')).toBe(false)
  })

  it('keeps an unreadable ciphertext, byte for byte, until it is replaced or removed', async () => {
    const { vault, again, cipher, store } = setUp()
    await vault.put('a', CANARY, LIFE)
    const kept = structuredClone(store.read())
    cipher.failing = true
    expect(await again().get('a')).toEqual({ state: 'unreadable' })
    cipher.failing = false
    cipher.protecting = false
    expect(await again().get('a')).toEqual({ state: 'unreadable' })
    expect(store.read()).toEqual(kept)
    cipher.protecting = true
    expect(await again().get('a')).toMatchObject({ token: CANARY })
    const last = again()
    await last.put('a', 'new|token', LIFE)
    expect(await again().get('a')).toMatchObject({ token: 'new|token' })
    await last.remove('a')
    expect([await again().get('a'), store.read()]).toEqual([{ state: 'none' }, {}])
  })

  it('keeps an unreadable ciphertext while the token that replaces it cannot be saved', async () => {
    const { vault, again, cipher, store } = setUp()
    await vault.put('a', CANARY, LIFE)
    const kept = structuredClone(store.read())
    cipher.protecting = false
    const next = again()
    await next.put('a', 'new|token', LIFE)
    expect([await next.get('a'), next.isUnsaved('a')]).toMatchObject([{ token: 'new|token' }, true])
    expect(store.read()).toEqual(kept)
  })

  it('encrypts a stale ciphertext again, and works without it if the disk refuses', async () => {
    const { vault, again, cipher, store } = setUp()
    await vault.put('a', CANARY, LIFE)
    cipher.stale = true
    store.broken = true
    expect(await again().get('a')).toMatchObject({ state: 'readable', token: CANARY })
    store.broken = false
    const writes = store.writes.length
    const later = again()
    expect(await later.get('a')).toMatchObject({ state: 'readable', token: CANARY, sequence: 1 })
    await later.get('a')
    expect([store.writes.length, later.storage().location]).toEqual([writes + 1, 'keyring'])
  })

  it('saves nothing with a keyring that was lost meanwhile, and reports why', async () => {
    const { vault, cipher, store } = setUp()
    await vault.checkStatus()
    cipher.failing = true
    await vault.put('a', CANARY, LIFE)
    expect([vault.storage().reason, vault.isUnsaved('a'), store.writes]).toEqual(['keyring', true, []])
  })

  it('writes no ciphertext that does not decrypt to the same token', async () => {
    const { vault, cipher, store } = setUp()
    const decrypt = cipher.decrypt.bind(cipher)
    cipher.decrypt = async () => ({ text: 'something else', isStale: false })
    await vault.put('a', CANARY, LIFE)
    expect([store.writes, vault.storage().reason]).toEqual([[], 'keyring'])
    cipher.decrypt = decrypt
    await vault.put('a', CANARY, LIFE)
    const older = Buffer.from(store.read()['a'] ?? '', 'base64')
    cipher.decrypt = () => decrypt(older)
    await vault.put('a', 'new|token', LIFE)
    expect([store.read(), vault.storage().reason]).toEqual([{}, 'keyring'])
    expect(await vault.get('a')).toMatchObject({ token: 'new|token' })
  })

  it('refuses a ciphertext that decrypts to something else, or to another account’s token', async () => {
    const { vault, again, store } = setUp()
    await vault.put('a', CANARY, LIFE)
    const ciphertext = store.read()['a'] ?? ''
    store.write({ a: Buffer.from('nonsense').toString('base64'), b: ciphertext })
    expect(await again().get('a')).toEqual({ state: 'unreadable' })
    expect(await again().get('b')).toEqual({ state: 'unreadable' })
  })

  it('erases a replaced token although the newer one cannot be saved', async () => {
    const { vault, again, cipher } = setUp()
    await vault.put('a', '1|old', LIFE)
    cipher.protecting = false
    await vault.checkStatus()
    await vault.put('a', '2|new', LIFE)
    cipher.protecting = true
    expect(await again().get('a')).toEqual({ state: 'none' })
    expect(await vault.get('a')).toMatchObject({ token: '2|new' })
  })

  it('keeps a token in memory on a full disk, and reports it', async () => {
    const { vault, store, log } = setUp()
    store.broken = true
    await vault.put('a', CANARY, LIFE)
    expect(await vault.get('a')).toMatchObject({ token: CANARY })
    expect(vault.storage()).toMatchObject({ location: 'memory', reason: 'disk' })
    expect(log.lines).toEqual(['vault.notSaved {"account":"a","reason":"disk"}'])
    store.broken = false
    expect((await vault.checkStatus()).location).toBe('keyring')
  })

  it('keeps a token that the disk refuses to remove', async () => {
    const { vault, store } = setUp()
    await vault.put('a', CANARY, LIFE)
    store.broken = true
    await expect(vault.remove('a')).rejects.toThrow('ENOSPC')
  })

  it('retires a token in one write: it leaves the account, and stays under its key across a restart', async () => {
    const { vault, again, store } = setUp()
    await vault.put('a', CANARY, LIFE)
    const writes = store.writes.length
    const retired: unknown[] = []
    expect(await vault.retire('a', 'k', (stored) => void retired.push(stored))).toMatchObject({
      token: CANARY,
    })
    expect([retired, store.writes.length]).toMatchObject([[{ token: CANARY }], writes + 1])
    const next = again()
    expect(await next.get('a')).toEqual({ state: 'none' })
    expect(await next.getRetired('a', 'k')).toMatchObject({ token: CANARY })
    expect(await again().getRetired('b', 'k')).toEqual({ state: 'unreadable' })
    await next.remove('k')
    expect(store.read()).toEqual({})
  })

  it('replaces only the expected token', async () => {
    const { vault } = setUp()
    expect(await vault.replace('a', CANARY, 'new|token', LIFE)).toBe(false)
    await vault.put('a', CANARY, LIFE)
    expect(await vault.replace('a', 'other|token', 'new|token', LIFE)).toBe(false)
    expect(await vault.get('a')).toMatchObject({ token: CANARY })
    expect(await vault.replace('a', CANARY, 'new|token', LIFE)).toBe(true)
    expect(await vault.get('a')).toMatchObject({ token: 'new|token', sequence: 2 })
  })

  it('does not report unsaved sign-ins because of a retired token', async () => {
    const { vault, store } = setUp()
    store.broken = true
    await vault.put('a', CANARY, LIFE)
    await vault.retire('a', 'k', () => undefined)
    expect([vault.storage().location, vault.isUnsaved('k')]).toEqual(['keyring', true])
  })
})
