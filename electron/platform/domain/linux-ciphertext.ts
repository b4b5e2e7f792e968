import { createDecipheriv, pbkdf2Sync } from 'node:crypto'

/** Chromium prefixes a ciphertext with the version of its key, such as `v11`. */
const PREFIX_LENGTH = 3

/** The prefix of Chromium's hard-coded key, which protects nothing (os_crypt, posix_key_provider.cc). */
const HARD_CODED_KEY = 'v10'

/**
 * Chromium also decrypts with its hard-coded password and with an empty one, so anybody can make such a ciphertext
 * (os_crypt, kEmptyKey).
 */
const FIXED_PASSWORDS = ['peanuts', '']

/** Returns the prefix of a ciphertext from Chromium on Linux. */
export function prefixOf(ciphertext: Uint8Array): string {
  return Buffer.from(ciphertext.subarray(0, PREFIX_LENGTH)).toString('latin1')
}

/**
 * Whether a prefix belongs to a key of the system's keyring: `v11` is the Secret Service or KWallet, `v12` the secret
 * portal.
 */
export function isKeyringPrefix(prefix: string): boolean {
  return /^v\d\d$/.test(prefix) && prefix !== HARD_CODED_KEY
}

/** Whether one of Chromium's fixed keys decrypts the ciphertext to this text; then anybody may have made it. */
export function opensWithFixedKey(ciphertext: Uint8Array, text: string): boolean {
  return FIXED_PASSWORDS.some((password) => decryptWith(password, ciphertext) === text)
}

/** Decrypts as Chromium does on Linux: AES-128-CBC, one round of key derivation, an IV of spaces. Null if it fails. */
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
 * Names the store that is in use, by the prefix of the last ciphertext (null if there is none) and by Electron's
 * answer, `selected`. That is the store of the desktop: `basic_text` on one without a name, even if asynchronous calls use
 * the Secret Service.
 */
export function storeName(selected: string, prefix: string | null): string {
  if (prefix === HARD_CODED_KEY) return 'basic_text'
  if (prefix === 'v12') return 'secret_portal'
  const isNamed = selected !== 'basic_text' && selected !== 'unknown'
  return prefix === 'v11' && !isNamed ? 'secret_service' : selected
}
