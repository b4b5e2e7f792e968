import { createCipheriv, pbkdf2Sync } from 'node:crypto'

/**
 * Encrypts like Chromium on Linux with a publicly known password (components/os_crypt/sync/os_crypt_linux.cc):
 * AES-128-CBC, a key derived in one round, an IV of spaces. Chromium uses the password `peanuts` with the prefix `v10`.
 */
export function encryptWithKnownKey(text: string, mark: 'v10' | 'v11', password: string): Buffer {
  const key = pbkdf2Sync(password, 'saltysalt', 1, 16, 'sha1')
  const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16, ' '))
  return Buffer.concat([Buffer.from(mark), cipher.update(text, 'utf8'), cipher.final()])
}
