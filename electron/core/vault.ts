import { seal, unseal, type SealedToken } from '../domain/token-envelope.ts'
import type { TokenLife } from '../domain/token-expiry.ts'
import type { TokenStorage, UnpersistedReason } from '../shared/token-storage.ts'
import type { JsonStore, Cipher, Log } from './ports.ts'

/** Ciphertexts as base64, by account id; a retired token has its own key. */
export type Ciphertexts = Record<string, string>

/** The token of an account. `unreadable`: there is a ciphertext that cannot be decrypted now; it stays on disk. */
export type StoredToken =
  ({ kind: 'readable'; token: string; sequence: number } & TokenLife) | { kind: 'unreadable' | 'none' }

/** Stores tokens: on disk if the system's keyring protects them, otherwise in memory until the app quits. */
export interface Vault {
  /** Where tokens are; until the keyring was asked, where those of an earlier run are. */
  storage(): TokenStorage
  /** Checks the keyring again, and saves the tokens that are only in memory if it opens. */
  checkStatus(): Promise<TokenStorage>
  get(accountId: string): Promise<StoredToken>
  /**
   * Replaces the token of an account. When it resolves, the token is on disk if the keyring and the disk accept it.
   * Resolves with the replaced token; null if there was no readable one.
   */
  put(accountId: string, token: string, life: TokenLife): Promise<(StoredToken & { kind: 'readable' }) | null>
  /** Like `put`, but only if `expected` is the current token. Resolves with whether it was. */
  replace(accountId: string, expected: string, token: string, life: TokenLife): Promise<boolean>
  /**
   * Removes the token; with `onlyToken`, only if that is the current one. `beforeRemove` runs just before. Resolves
   * with whether the token was removed. Rejects if the disk refuses; the token then stays.
   */
  remove(accountId: string, onlyToken?: string, beforeRemove?: () => void): Promise<boolean>
  /**
   * Retires the token of an account, atomically, and resolves with it: the account has no token any more, and the token
   * stays under `key` until it is removed there. An unreadable one is deleted. `before` runs just before, with the
   * token. Rejects if the disk refuses or `before` throws; then nothing has changed.
   */
  retire(accountId: string, key: string, before: (stored: StoredToken) => void): Promise<StoredToken>
  /** Stores an issued token that must not be used under `key`, as `retire` does. */
  putRetired(accountId: string, key: string, token: string, life: TokenLife): Promise<void>
  /** The token that is stored under a retired key. */
  getRetired(accountId: string, key: string): Promise<StoredToken>
  /** Whether the disk has a ciphertext of an account, which the keyring may not open. */
  isStored(accountId: string): boolean
  /** Whether the token of an account or of a retired key is only in memory. */
  isUnsaved(key: string): boolean
}

export interface VaultDependencies {
  cipher: Cipher
  store: JsonStore<Ciphertexts>
  log: Log
}

/** Creates the vault; it asks the keyring at the first use of a token. */
export function createVault({ cipher, store, log }: VaultDependencies): Vault {
  const inMemory = new Map<string, SealedToken>()
  /** The tokens that are not on disk, with the reason. */
  const unsaved = new Map<string, UnpersistedReason>()
  let isProtected = false
  let isProbed = false
  let probed: Promise<void> | null = null

  async function probeKeyring(): Promise<void> {
    isProtected = await cipher.isSecure()
    isProbed = true
  }
  const ready = (): Promise<void> => (probed ??= probeKeyring())

  /** Encrypts a token and verifies the ciphertext by decrypting it; null if that fails. */
  async function encrypt(sealed: SealedToken): Promise<Uint8Array | null> {
    if (!isProtected) return null
    try {
      const bytes = await cipher.encrypt(seal(sealed))
      const { text } = await cipher.decrypt(bytes)
      return unseal(text, sealed.accountId)?.token === sealed.token ? bytes : null
    } catch {
      return null
    }
  }

  /** Why the keyring does not encrypt a token. */
  const refusal = (): UnpersistedReason => (!isProbed || cipher.isUnresponsive() ? 'noAnswer' : 'keyring')

  /** Saves a token on disk; returns why that failed, or null. */
  async function save(key: string, sealed: SealedToken): Promise<UnpersistedReason | null> {
    const bytes = await encrypt(sealed)
    let reason: UnpersistedReason | null = bytes === null ? refusal() : null
    try {
      if (bytes !== null) store.write({ ...store.read(), [key]: Buffer.from(bytes).toString('base64') })
    } catch {
      reason = 'disk'
    }
    if (reason !== null) log.warn('vault.notSaved', { account: sealed.accountId, reason })
    return reason
  }

  async function open(key: string, accountId: string): Promise<SealedToken | 'unreadable' | null> {
    const ciphertext = store.read()[key]
    if (ciphertext === undefined) return null
    try {
      if (!isProtected) return 'unreadable'
      const { text, isStale } = await cipher.decrypt(Buffer.from(ciphertext, 'base64'))
      const opened = unseal(text, accountId)
      // If this fails, the older ciphertext stays readable.
      if (opened && isStale) await save(key, opened)
      return opened ?? 'unreadable'
    } catch {
      return 'unreadable'
    }
  }

  // Calls run one at a time, so that a slow save or read cannot restore a token that was removed or replaced meanwhile.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  async function load(key: string, accountId: string): Promise<StoredToken> {
    await ready()
    const known = inMemory.get(key)
    const found = known ?? (await open(key, accountId))
    if (found === null) return { kind: 'none' }
    if (found === 'unreadable') return { kind: 'unreadable' }
    inMemory.set(key, found)
    const { token, sequence, issuedAt, expiresAt } = found
    return { kind: 'readable', token, sequence, issuedAt, expiresAt }
  }

  async function storeToken(key: string, accountId: string, token: string, life: TokenLife): Promise<void> {
    const before = inMemory.get(key)
    const { issuedAt, expiresAt } = life
    const sealed = { accountId, token, sequence: (before?.sequence ?? 0) + 1, issuedAt, expiresAt }
    inMemory.set(key, sealed)
    const reason = await save(key, sealed)
    if (reason === null) {
      unsaved.delete(key)
      return
    }
    unsaved.set(key, reason)
    // Erase the replaced token, so that the next start does not use it. An unreadable one stays.
    if (before) tryToErase(key)
  }

  async function put(accountId: string, token: string, life: TokenLife): ReturnType<Vault['put']> {
    const before = await load(accountId, accountId)
    await storeToken(accountId, accountId, token, life)
    return before.kind === 'readable' ? before : null
  }

  async function replace(
    accountId: string,
    expected: string,
    token: string,
    life: TokenLife,
  ): Promise<boolean> {
    const stored = await load(accountId, accountId)
    if (stored.kind !== 'readable' || stored.token !== expected) return false
    await storeToken(accountId, accountId, token, life)
    return true
  }

  function erase(key: string): void {
    const { [key]: erased, ...rest } = store.read()
    if (erased !== undefined) store.write(rest)
  }

  function tryToErase(key: string): void {
    try {
      erase(key)
    } catch {
      log.warn('vault.notErased', { account: inMemory.get(key)?.accountId ?? key })
    }
  }

  async function removeToken(key: string, onlyToken?: string, beforeRemove?: () => void): Promise<boolean> {
    if (onlyToken !== undefined && inMemory.get(key)?.token !== onlyToken) return false
    beforeRemove?.()
    erase(key)
    inMemory.delete(key)
    unsaved.delete(key)
    return true
  }

  async function retire(
    accountId: string,
    key: string,
    before: (stored: StoredToken) => void,
  ): Promise<StoredToken> {
    const stored = await load(accountId, accountId)
    before(stored)
    const { [accountId]: ciphertext, ...rest } = store.read()
    // If the current token is only in memory, the ciphertext is that of an older token.
    const isSaved = stored.kind === 'readable' && !unsaved.has(accountId)
    // One write, so that a crash leaves the token under exactly one key.
    if (ciphertext !== undefined) store.write(isSaved ? { ...rest, [key]: ciphertext } : rest)
    move(inMemory, accountId, key)
    move(unsaved, accountId, key)
    return stored
  }

  async function recheck(): Promise<TokenStorage> {
    await (probed = probeKeyring())
    for (const key of [...unsaved.keys()]) {
      const sealed = inMemory.get(key)
      const reason = sealed ? await save(key, sealed) : null
      if (reason === null) unsaved.delete(key)
      else unsaved.set(key, reason)
    }
    return storage()
  }

  function storage(): TokenStorage {
    // Retired tokens do not count: they are removed once they are logged out.
    const unsavedToken = [...unsaved].find(([key]) => inMemory.get(key)?.accountId === key)
    const isInKeyring = isProtected || (!isProbed && Object.keys(store.read()).length > 0)
    const reason = isInKeyring ? (unsavedToken?.[1] ?? null) : refusal()
    return { location: reason === null ? 'keyring' : 'memory', reason, backend: cipher.backend() }
  }

  return {
    storage,
    checkStatus: () => inTurn(recheck),
    get: (accountId) => inTurn(() => load(accountId, accountId)),
    put: (accountId, token, life) => inTurn(() => put(accountId, token, life)),
    replace: (accountId, expected, token, life) => inTurn(() => replace(accountId, expected, token, life)),
    remove: (accountId, onlyToken, beforeRemove) =>
      inTurn(() => removeToken(accountId, onlyToken, beforeRemove)),
    retire: (accountId, key, before) => inTurn(() => retire(accountId, key, before)),
    putRetired: (accountId, key, token, life) =>
      inTurn(async () => (await ready(), await storeToken(key, accountId, token, life))),
    getRetired: (accountId, key) => inTurn(() => load(key, accountId)),
    isStored: (accountId) => store.read()[accountId] !== undefined,
    isUnsaved: (key) => unsaved.has(key),
  }
}

function move<T>(map: Map<string, T>, from: string, to: string): void {
  const value = map.get(from)
  if (value === undefined) return
  map.delete(from)
  map.set(to, value)
}
