import { seal, unseal, type SealedToken } from './domain/token-envelope.ts'
import type { TokenLife } from './domain/token-expiry.ts'
import type { TokenStorage, UnpersistedReason } from '../shared/token-storage.ts'
import type { JsonStore, Cipher, Log } from './ports.ts'

/** Ciphertexts as base64, by account id; a retired token has a key of its own. */
export type Ciphertexts = Record<string, string>

/** What the vault has for an account. `unreadable`: there is a ciphertext, and it is kept, but it cannot be opened. */
export type StoredToken =
  ({ state: 'held'; token: string; sequence: number } & TokenLife) | { state: 'unreadable' | 'none' }

/** Keeps the tokens: on disk only where the system's keyring protects them, otherwise in memory until the app ends. */
export interface Vault {
  storage(): TokenStorage
  /** Looks again whether there is a keyring; if so, what was only in memory moves there. */
  checkStatus(): Promise<TokenStorage>
  get(accountId: string): Promise<StoredToken>
  /**
   * Durable when it resolves, where that is possible. Replaces the token of the account, and resolves with the replaced
   * one; null when there was none that could be read.
   */
  put(accountId: string, token: string, life: TokenLife): Promise<(StoredToken & { state: 'held' }) | null>
  /** As `put`, but changes nothing unless `expected` is still the token of the account. Resolves with whether it was. */
  replace(accountId: string, expected: string, token: string, life: TokenLife): Promise<boolean>
  /**
   * Throws when the disk refuses; then the token is still there. With `onlyToken`, nothing is removed when another one
   * is held by now. `leaving` runs just before it goes. Resolves with whether the account has no token left.
   */
  remove(accountId: string, onlyToken?: string, beforeRemove?: () => void): Promise<boolean>
  /**
   * Takes the token of an account out of use in one turn, and resolves with what was taken. It stays in the vault, under
   * `key`, until it is removed there; one that cannot be read is removed. `before` runs just before that, with what is
   * about to be taken. Throws when the disk refuses or `before` throws; then nothing has changed.
   */
  retire(accountId: string, key: string, before: (held: StoredToken) => void): Promise<StoredToken>
  /** Keeps a token that was issued for an account and is not to be used for it, as `retire` does. */
  putRetired(accountId: string, key: string, token: string, life: TokenLife): Promise<void>
  /** The token that was retired under this key. */
  getRetired(accountId: string, key: string): Promise<StoredToken>
  /** Whether the token of an account, or the one under a key, would be lost if the app ended now. */
  isUnsaved(key: string): boolean
}

/** What the vault needs of the outside. */
export interface VaultPorts {
  cipher: Cipher
  store: JsonStore<Ciphertexts>
  log: Log
}

/** Makes the vault; the keyring is first asked when a token is wanted. */
export function createVault({ cipher, store, log }: VaultPorts): Vault {
  const inMemory = new Map<string, SealedToken>()
  /** Tokens that are not on disk, and why. */
  const unsaved = new Map<string, UnpersistedReason>()
  let isProtected = false
  let isProbed = false
  let looked: Promise<void> | null = null

  async function probeKeyring(): Promise<void> {
    isProtected = await cipher.isSecure()
    isProbed = true
  }
  const ready = (): Promise<void> => (looked ??= probeKeyring())

  /** The ciphertext, which is known to open again, or null. */
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

  /** Why the keyring does not take a token. */
  const refusal = (): UnpersistedReason => (!isProbed || cipher.isUnresponsive() ? 'noAnswer' : 'keyring')

  /** Why it could not be kept, or null when it is on the disk. */
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
      // With the older key it can still be read: when this fails, nothing is lost.
      if (opened && isStale) await save(key, opened)
      return opened ?? 'unreadable'
    } catch {
      return 'unreadable'
    }
  }

  // One at a time: a token that is being saved or read must not come back after it was removed or replaced.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  async function find(key: string, accountId: string): Promise<StoredToken> {
    await ready()
    const known = inMemory.get(key)
    const found = known ?? (await open(key, accountId))
    if (found === null) return { state: 'none' }
    if (found === 'unreadable') return { state: 'unreadable' }
    inMemory.set(key, found)
    const { token, sequence, issuedAt, expiresAt } = found
    return { state: 'held', token, sequence, issuedAt, expiresAt }
  }

  async function keep(key: string, accountId: string, token: string, life: TokenLife): Promise<void> {
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
    // The token on disk has been replaced, and the next start must not believe it. One that could not be read stays.
    if (before) tryToErase(key)
  }

  async function put(accountId: string, token: string, life: TokenLife): ReturnType<Vault['put']> {
    const before = await find(accountId, accountId)
    await keep(accountId, accountId, token, life)
    return before.state === 'held' ? before : null
  }

  async function replace(
    accountId: string,
    expected: string,
    token: string,
    life: TokenLife,
  ): Promise<boolean> {
    const held = await find(accountId, accountId)
    if (held.state !== 'held' || held.token !== expected) return false
    await keep(accountId, accountId, token, life)
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

  async function drop(key: string, onlyToken?: string, beforeRemove?: () => void): Promise<boolean> {
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
    before: (held: StoredToken) => void,
  ): Promise<StoredToken> {
    const held = await find(accountId, accountId)
    before(held)
    const { [accountId]: ciphertext, ...rest } = store.read()
    // What is on the disk beside a token in memory is an older one.
    const goesOn = held.state === 'held' && !unsaved.has(accountId)
    // One write: whatever comes in between, the token is under one key and not under both.
    if (ciphertext !== undefined) store.write(goesOn ? { ...rest, [key]: ciphertext } : rest)
    move(inMemory, accountId, key)
    move(unsaved, accountId, key)
    return held
  }

  async function evaluateAgain(): Promise<TokenStorage> {
    await (looked = probeKeyring())
    for (const key of [...unsaved.keys()]) {
      const sealed = inMemory.get(key)
      const reason = sealed ? await save(key, sealed) : null
      if (reason === null) unsaved.delete(key)
      else unsaved.set(key, reason)
    }
    return keeping()
  }

  function keeping(): TokenStorage {
    // What was retired is not needed any longer than it takes to log it out.
    const unkept = [...unsaved].find(([key]) => inMemory.get(key)?.accountId === key)
    const reason = isProtected ? (unkept?.[1] ?? null) : refusal()
    return { location: reason === null ? 'keyring' : 'memory', reason, backend: cipher.backend() }
  }

  return {
    storage: keeping,
    checkStatus: () => inTurn(evaluateAgain),
    get: (accountId) => inTurn(() => find(accountId, accountId)),
    put: (accountId, token, life) => inTurn(() => put(accountId, token, life)),
    replace: (accountId, expected, token, life) => inTurn(() => replace(accountId, expected, token, life)),
    remove: (accountId, onlyToken, beforeRemove) => inTurn(() => drop(accountId, onlyToken, beforeRemove)),
    retire: (accountId, key, before) => inTurn(() => retire(accountId, key, before)),
    putRetired: (accountId, key, token, life) =>
      inTurn(async () => (await ready(), await keep(key, accountId, token, life))),
    getRetired: (accountId, key) => inTurn(() => find(key, accountId)),
    isUnsaved: (key) => unsaved.has(key),
  }
}

function move<T>(map: Map<string, T>, from: string, to: string): void {
  const value = map.get(from)
  if (value === undefined) return
  map.delete(from)
  map.set(to, value)
}
