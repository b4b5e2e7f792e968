import { safeStorage } from 'electron'
import { isKeyringPrefix, opensWithFixedKey, prefixOf, storeName } from '../domain/linux-ciphertext.ts'
import type { Cipher, Clock, Decrypted } from '../../core/ports.ts'
import { createDeadline } from './deadline.ts'
import type { KeyringDoor } from './open-keyring.ts'

/**
 * The time limit of a call. A person who types the keyring's password takes longer; meanwhile the app continues without
 * the keyring.
 */
const DEADLINE_MS = 5_000

/** Electron's safeStorage, as promises. */
interface SafeStorageApi {
  isAvailable(): Promise<boolean>
  encrypt(text: string): Promise<Buffer>
  decrypt(bytes: Buffer): Promise<Decrypted>
}

/** Prefers the asynchronous methods, which exist from Electron 42 on. */
function findApi(): SafeStorageApi {
  if (typeof safeStorage.encryptStringAsync === 'function') {
    return {
      isAvailable: async () => safeStorage.isAsyncEncryptionAvailable(),
      encrypt: async (text) => safeStorage.encryptStringAsync(text),
      async decrypt(bytes) {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(bytes)
        return { text: result, isStale: shouldReEncrypt }
      },
    }
  }
  /* eslint-disable @typescript-eslint/no-deprecated -- only where the asynchronous methods do not exist */
  return {
    isAvailable: async () => safeStorage.isEncryptionAvailable(),
    encrypt: async (text) => safeStorage.encryptString(text),
    decrypt: async (bytes) => ({ text: safeStorage.decryptString(bytes), isStale: false }),
  }
  /* eslint-enable @typescript-eslint/no-deprecated */
}

/**
 * Creates the vault's cipher over Electron's safeStorage; usable once the app is ready. `open` opens the keyring behind a store
 * before Electron asks for it, which would keep to a refusal until the app quits.
 */
export function createCipher(
  platform: NodeJS.Platform,
  clock: Pick<Clock, 'after'>,
  open: (store: string) => Promise<KeyringDoor>,
): Cipher {
  const api = findApi()
  const isOpened = async (): Promise<boolean> =>
    platform !== 'linux' || (await open(backendName(platform))) !== 'closed'
  const deadline = createDeadline(clock, DEADLINE_MS)
  /** The prefix of the last ciphertext; it varies on Linux only. */
  let prefix: string | null = null

  async function encrypt(text: string): Promise<Buffer> {
    const bytes = await deadline.run(() => api.encrypt(text))
    prefix = prefixOf(bytes)
    // The keyring may have disappeared since the last call.
    if (platform === 'linux' && !isKeyringPrefix(prefix)) throw new Error('There is no keyring')
    return bytes
  }

  async function decrypt(bytes: Uint8Array): Promise<Decrypted> {
    const ciphertext = Buffer.from(bytes)
    const opened = await deadline.run(() => api.decrypt(ciphertext))
    // A ciphertext that a fixed key opens was not made by this keyring.
    const isOwn = isKeyringPrefix(prefixOf(ciphertext)) && !opensWithFixedKey(ciphertext, opened.text)
    if (platform === 'linux' && !isOwn) throw new Error('Not this keyring’s')
    return opened
  }

  /** Rejects at once after a timeout, because later calls would wait too; only `isSecure` tries the keyring again. */
  function whileAnswering<T>(call: () => Promise<T>): Promise<T> {
    return deadline.isMissed() ? Promise.reject(new Error('The keyring does not answer')) : call()
  }

  return {
    backend: () => backendName(platform, prefix),
    async isSecure() {
      try {
        // An available keyring may still refuse to encrypt, for example a keychain without permission.
        if (!(await deadline.run(async () => (await isOpened()) && api.isAvailable()))) return false
        return (await decrypt(await encrypt(PROBE))).text === PROBE
      } catch {
        return false
      }
    },
    encrypt: (text) => whileAnswering(() => encrypt(text)),
    decrypt: (bytes) => whileAnswering(() => decrypt(bytes)),
    isUnresponsive: deadline.isMissed,
    onLateAnswer: deadline.onLateAnswer,
  }
}

/**
 * Names the store that the system has, without asking it; `prefix` is that of a ciphertext, which it varies with on Linux. Call it
 * after the app is ready.
 */
export function backendName(platform: NodeJS.Platform, prefix: string | null = null): string {
  return platform === 'linux'
    ? storeName(safeStorage.getSelectedStorageBackend(), prefix)
    : (NATIVE[platform] ?? 'unknown')
}

const PROBE = 'probe'
const NATIVE: Partial<Record<NodeJS.Platform, string>> = { darwin: 'keychain', win32: 'dpapi' }
