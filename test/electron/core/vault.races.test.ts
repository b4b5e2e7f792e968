import { describe, expect, it } from 'vitest'
import { createVault, type Ciphertexts } from '../../../electron/core/vault.ts'
import { fakeStore, fakeCipher, fakeLog, settled, LIFE } from '../fakes.ts'
import { later } from '../fake-service.ts'

/** A vault whose cipher waits for `release` after `pause`. */
function setUp() {
  const cipher = fakeCipher()
  const gates: { encrypt?: Promise<null> | null; decrypt?: Promise<null> | null } = {}
  const slow = {
    ...cipher,
    async encrypt(text: string) {
      const gate = gates.encrypt
      await gate
      return cipher.encrypt(text)
    },
    async decrypt(bytes: Uint8Array) {
      const gate = gates.decrypt
      await gate
      return cipher.decrypt(bytes)
    },
  }
  const pause = (what: 'encrypt' | 'decrypt') => {
    const gate = later<null>()
    gates[what] = gate.promise
    return () => ((gates[what] = null), gate.resolve(null))
  }
  const store = fakeStore<Ciphertexts>({})
  const open = () => createVault({ cipher: slow, store, log: fakeLog() })
  return { cipher, store, open, pause }
}

describe('the vault while the keyring is slow', () => {
  it('returns the newer token to a call during its put', async () => {
    const { open, pause } = setUp()
    const vault = open()
    await vault.put('a', '1|old', LIFE)
    const release = pause('encrypt')
    const putting = vault.put('a', '2|new', LIFE)
    const getting = vault.get('a')
    release()
    await putting
    expect(await getting).toMatchObject({ token: '2|new', sequence: 2 })
    expect(await open().get('a')).toMatchObject({ token: '2|new', sequence: 2 })
  })

  it('stores the tokens of two accounts that are put at once', async () => {
    const { open, pause } = setUp()
    const vault = open()
    const release = pause('encrypt')
    const putting = Promise.all([vault.put('a', '1|a', LIFE), vault.put('b', '2|b', LIFE)])
    await settled()
    release()
    await putting
    const again = open()
    expect([await again.get('a'), await again.get('b')]).toMatchObject([{ token: '1|a' }, { token: '2|b' }])
  })

  it('does not restore a token that was removed while it was being saved', async () => {
    const { open, pause, store } = setUp()
    const vault = open()
    const release = pause('encrypt')
    const putting = vault.put('a', '1|token', LIFE)
    await settled()
    const removing = vault.remove('a')
    await settled()
    release()
    await Promise.all([putting, removing])
    expect(store.read()).toEqual({})
  })

  it('does not restore a token that was removed while it was being read', async () => {
    const { open, pause } = setUp()
    await open().put('a', '1|token', LIFE)
    const vault = open()
    const release = pause('decrypt')
    const reading = vault.get('a')
    await settled()
    const removing = vault.remove('a')
    await settled()
    release()
    await Promise.all([reading, removing])
    expect(await vault.get('a')).toEqual({ state: 'none' })
  })

  it('does not return an older token, read before the newer one was put', async () => {
    const { open, pause } = setUp()
    await open().put('a', '1|old', LIFE)
    const vault = open()
    const release = pause('decrypt')
    const reading = vault.get('a')
    await settled()
    const release2 = pause('encrypt')
    const putting = vault.put('a', '2|new', LIFE)
    await settled()
    release()
    release2()
    await Promise.all([reading, putting])
    expect(await vault.get('a')).toMatchObject({ token: '2|new' })
  })
})
