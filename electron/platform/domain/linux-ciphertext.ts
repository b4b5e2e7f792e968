import { createDecipheriv, pbkdf2Sync } from 'node:crypto'

/** Chromium marks a ciphertext with the key that it was made with, such as `v11`. */
const PREFIX_LENGTH = 3

/** The prefix of the key in Chromium's own source code, which protects nothing (os_crypt, posix_key_provider.cc). */
const HARD_CODED_KEY = 'v10'

/** Chromium also opens what anybody can encrypt: with its hard-coded password, and with an empty one (os_crypt, kEmptyKey). */
const FIXED_PASSWORDS = ['peanuts', '']

/** The prefix of a ciphertext that Chromium made on Linux. */
export function prefixOf(ciphertext: Uint8Array): string {
  return Buffer.from(ciphertext.subarray(0, PREFIX_LENGTH)).toString('latin1')
}

/** Whether a prefix names a key of the system's own store: `v11` is the Secret Service or KWallet, `v12` the secret portal. */
export function isKeyringPrefix(prefix: string): boolean {
  return /^v\d\d$/.test(prefix) && prefix !== HARD_CODED_KEY
}

/** Whether one of Chromium's fixed keys opens the ciphertext to this text: then anybody can have made it. */
export function opensWithFixedKey(ciphertext: Uint8Array, text: string): boolean {
  return FIXED_PASSWORDS.some((password) => decryptWith(password, ciphertext) === text)
}

/** As Chromium does on Linux: AES-128-CBC, the key derived in one round, an IV of blanks. Null when it does not open. */
function decryptWith(password: string, ciphertext: Uint8Array): string | null {
  const key = pbkdf2Sync(password, 'saltysalt', 1, 16, 'sha1')
  const decipher = createDecipheriv('aes-128-cbc', key, Buffer.alloc(16, ' '))
  try {
    const opened = decipher.update(ciphertext.subarray(PREFIX_LENGTH))
    return Buffer.concat([opened, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/**
 * The name of the store, by the prefix of what was encrypted last; null before anything was. Electron names what fits
 * the desktop, which is `basic_text` on sway or i3, while its asynchronous calls find the Secret Service all the same.
 */
export function storeName(selected: string, prefix: string | null): string {
  if (prefix === HARD_CODED_KEY) return 'basic_text'
  if (prefix === 'v12') return 'secret_portal'
  const isNamed = selected !== 'basic_text' && selected !== 'unknown'
  return prefix === 'v11' && !isNamed ? 'secret_service' : selected
}
