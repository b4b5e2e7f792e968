import { safeStorage } from 'electron'
import type { Cipher } from '../services/ports.ts'

/** Ciphertext of Chromium's hard-coded Linux key, which protects nothing, begins so (anchors, "facts that bite"). */
const HARD_CODED_KEY = 'v10'

/** The two generations of safeStorage: promises from 45 on, the synchronous one only where that is absent. */
interface Generation {
  isAvailable(): Promise<boolean>
  encrypt(text: string): Promise<Buffer>
  decrypt(bytes: Buffer): Promise<string>
}

function generation(): Generation {
  if (typeof safeStorage.encryptStringAsync === 'function') {
    return {
      isAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
      encrypt: (text) => safeStorage.encryptStringAsync(text),
      decrypt: async (bytes) => (await safeStorage.decryptStringAsync(bytes)).result,
    }
  }
  /* eslint-disable @typescript-eslint/no-deprecated -- only where the newer one does not exist */
  return {
    isAvailable: async () => safeStorage.isEncryptionAvailable(),
    encrypt: async (text) => safeStorage.encryptString(text),
    decrypt: async (bytes) => safeStorage.decryptString(bytes),
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
        const probe = await storage.encrypt('probe')
        return probe.subarray(0, HARD_CODED_KEY.length).toString('latin1') !== HARD_CODED_KEY
      } catch {
        return false
      }
    },
    encrypt: (text) => storage.encrypt(text),
    decrypt: (bytes) => storage.decrypt(Buffer.from(bytes)),
  }
}

const NATIVE: Partial<Record<NodeJS.Platform, string>> = { darwin: 'keychain', win32: 'dpapi' }
