import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  isKeyringPrefix,
  opensWithFixedKey,
  prefixOf,
  storeName,
} from '../../../../electron/platform/domain/linux-ciphertext.ts'
import { encryptWithKnownKey } from '../../../torture/probe/known-keys.ts'

const prefix = fc.constantFrom('v10' as const, 'v11' as const)

describe('a ciphertext on Linux', () => {
  it('decrypts with a fixed key exactly if anybody can have made it', () => {
    fc.assert(
      fc.property(fc.string(), prefix, fc.constantFrom('peanuts', ''), (text, mark, password) => {
        expect(opensWithFixedKey(encryptWithKnownKey(text, mark, password), text)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.string(), prefix, fc.string({ minLength: 1 }), (text, mark, password) => {
        fc.pre(password !== 'peanuts')
        expect(opensWithFixedKey(encryptWithKnownKey(text, mark, password), text)).toBe(false)
      }),
    )
  })

  it('never makes the check throw, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(opensWithFixedKey(bytes, `not in there ${randomBytes(8).toString('hex')}`)).toBe(false)
      }),
    )
  })

  it('is the keyring’s if its prefix is not that of the hard-coded key', () => {
    expect(['v11', 'v12'].map(isKeyringPrefix)).toEqual([true, true])
    expect(['v10', '', 'v1', '{"v', 'xyz'].map(isKeyringPrefix)).toEqual([false, false, false, false, false])
    expect(prefixOf(Buffer.from('v11rest'))).toBe('v11')
  })

  it('identifies its store, whatever fits the desktop', () => {
    expect(storeName('basic_text', null)).toBe('basic_text')
    expect(storeName('basic_text', 'v11')).toBe('secret_service')
    expect(storeName('unknown', 'v11')).toBe('secret_service')
    expect(storeName('kwallet5', 'v11')).toBe('kwallet5')
    expect(storeName('gnome_libsecret', 'v12')).toBe('secret_portal')
    expect(storeName('gnome_libsecret', 'v10')).toBe('basic_text')
  })
})
