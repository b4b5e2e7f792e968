import { safeStorage } from 'electron'
import type { Cipher, Decrypted } from '../services/ports.ts'

/** Ciphertext of Chromium's hard-coded Linux key, which protects nothing, begins so (anchors, "facts that bite"). */
const HARD_CODED_KEY = 'v10'

/** The two generations of safeStorage: promises from 45 on, the synchronous one only where that is absent. */
interface Generation {
  isAvailable(): Promise<boolean>
  encrypt(text: string): Promise<Buffer>
  decrypt(bytes: Buffer): Promise<Decrypted>
}

function generation(): Generation {
  if (typeof safeStorage.encryptStringAsync === 'function') {
    return {
      isAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
      encrypt: (text) => safeStorage.encryptStringAsync(text),
      async decrypt(bytes) {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(bytes)
        return { text: result, isStale: shouldReEncrypt }
      },
    }
  }
  /* eslint-disable @typescript-eslint/no-deprecated -- only where the newer one does not exist */
  return {
    isAvailable: async () => safeStorage.isEncryptionAvailable(),
    encrypt: async (text) => safeStorage.encryptString(text),
    decrypt: async (bytes) => ({ text: safeStorage.decryptString(bytes), isStale: false }),
  }
  /* eslint-enable @typescript-eslint/no-deprecated */
}

/** Electron's safeStorage as the vault's cipher; usable once the app is ready. */
export function createCipher(platform: NodeJS.Platform): Cipher {
  const storage = generation()
  return {
    backend: () =>
      platform === 'linux' ? safeStorage.getSelectedStorageBackend() : (NATIVE[platform] ?? 'unknown'),
    async protects() {
      try {
        if (!(await storage.isAvailable())) return false
        if (platform !== 'linux') return true
        return isProtected(await storage.encrypt('probe'))
      } catch {
        return false
      }
    },
    async encrypt(text) {
      const bytes = await storage.encrypt(text)
      // The keyring may have been lost since it was last asked.
      if (platform === 'linux' && !isProtected(bytes)) throw new Error('There is no keyring')
      return bytes
    },
    async decrypt(bytes) {
      const ciphertext = Buffer.from(bytes)
      const opened = await storage.decrypt(ciphertext)
      if (platform === 'linux' && !(await isOwn(opened, ciphertext))) throw new Error('Not this keyring’s')
      return opened
    },
  }

  /**
   * Chromium on Linux also opens what anybody can encrypt: with its hard-coded key, and with an empty password
   * (os_crypt, kEmptyPassword). Where the same text always gives the same bytes, no others are the keyring's.
   */
  async function isOwn({ text, isStale }: Decrypted, ciphertext: Buffer): Promise<boolean> {
    if (!isProtected(ciphertext)) return false
    // An older key of this keyring would give other bytes today.
    if (isStale) return true
    const [once, again] = [await storage.encrypt(text), await storage.encrypt(text)]
    const isComparable = once.equals(again) && markOf(once) === markOf(ciphertext)
    return !isComparable || once.equals(ciphertext)
  }
}

function isProtected(ciphertext: Buffer): boolean {
  return markOf(ciphertext) !== HARD_CODED_KEY
}

function markOf(ciphertext: Buffer): string {
  return ciphertext.subarray(0, HARD_CODED_KEY.length).toString('latin1')
}

const NATIVE: Partial<Record<NodeJS.Platform, string>> = { darwin: 'keychain', win32: 'dpapi' }
