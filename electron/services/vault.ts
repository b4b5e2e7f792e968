import { seal, unseal, type SealedToken } from '../domain/token-envelope.ts'
import type { TokenLife } from '../domain/token-expiry.ts'
import type { Keeping, UnkeptReason } from '../contract/models.ts'
import type { Cabinet, Cipher, Log } from './ports.ts'

/** Ciphertexts as base64, by account id. */
export type Ciphertexts = Record<string, string>

/** What the vault has for an account. `unreadable`: there is a ciphertext, and it is kept, but it cannot be opened. */
export type Held =
  ({ state: 'held'; token: string; sequence: number } & TokenLife) | { state: 'unreadable' | 'none' }

/** Keeps the tokens: on disk only where the system's keyring protects them, otherwise in memory until the app ends. */
export interface Vault {
  keeping(): Keeping
  /** Looks again whether there is a keyring; if so, what was only in memory moves there. */
  check(): Promise<Keeping>
  get(accountId: string): Promise<Held>
  /** Durable when it resolves, where that is possible; the old token of the account is replaced. */
  put(accountId: string, token: string, life: TokenLife): Promise<void>
  /**
   * Throws when the disk refuses; then the token is still there. With `onlyToken`, nothing is removed when another one
   * is held by now. `leaving` runs just before it goes. Resolves with whether the account has no token left.
   */
  remove(accountId: string, onlyToken?: string, leaving?: () => void): Promise<boolean>
  /** Whether the token of an account would be lost if the app ended now. */
  isUnsaved(accountId: string): boolean
}

/** What the vault needs of the outside. */
export interface VaultPorts {
  cipher: Cipher
  cabinet: Cabinet<Ciphertexts>
  log: Log
}

/** Makes the vault; the keyring is first asked when a token is wanted. */
export function createVault({ cipher, cabinet, log }: VaultPorts): Vault {
  const inMemory = new Map<string, SealedToken>()
  /** Tokens that are not on disk, and why. */
  const unsaved = new Map<string, UnkeptReason>()
  let isProtected = false
  let looked: Promise<void> | null = null

  async function look(): Promise<void> {
    isProtected = await cipher.protects()
  }
  const ready = (): Promise<void> => (looked ??= look())

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

  /** Why it could not be kept, or null when it is on the disk. */
  async function save(sealed: SealedToken): Promise<UnkeptReason | null> {
    const bytes = await encrypt(sealed)
    let reason: UnkeptReason | null = bytes === null ? 'keyring' : null
    try {
      if (bytes !== null)
        cabinet.write({ ...cabinet.read(), [sealed.accountId]: Buffer.from(bytes).toString('base64') })
    } catch {
      reason = 'disk'
    }
    if (reason !== null) log.warn('vault.notSaved', { account: sealed.accountId, reason })
    return reason
  }

  async function open(accountId: string): Promise<SealedToken | 'unreadable' | null> {
    const ciphertext = cabinet.read()[accountId]
    if (ciphertext === undefined) return null
    try {
      if (!isProtected) return 'unreadable'
      const { text, isStale } = await cipher.decrypt(Buffer.from(ciphertext, 'base64'))
      const opened = unseal(text, accountId)
      // With the older key it can still be read: when this fails, nothing is lost.
      if (opened && isStale) await save(opened)
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

  async function find(accountId: string): Promise<Held> {
    await ready()
    const known = inMemory.get(accountId)
    const found = known ?? (await open(accountId))
    if (found === null) return { state: 'none' }
    if (found === 'unreadable') return { state: 'unreadable' }
    inMemory.set(accountId, found)
    const { token, sequence, issuedAt, expiresAt } = found
    return { state: 'held', token, sequence, issuedAt, expiresAt }
  }

  async function keep(accountId: string, token: string, life: TokenLife): Promise<void> {
    await ready()
    const before = inMemory.get(accountId)
    const { issuedAt, expiresAt } = life
    const sealed = { accountId, token, sequence: (before?.sequence ?? 0) + 1, issuedAt, expiresAt }
    inMemory.set(accountId, sealed)
    const reason = await save(sealed)
    if (reason === null) {
      unsaved.delete(accountId)
      return
    }
    unsaved.set(accountId, reason)
    // The token on disk has been replaced, and the next start must not believe it. One that could not be read stays.
    if (before) tryToErase(accountId)
  }

  function erase(accountId: string): void {
    const { [accountId]: erased, ...rest } = cabinet.read()
    if (erased !== undefined) cabinet.write(rest)
  }

  function tryToErase(accountId: string): void {
    try {
      erase(accountId)
    } catch {
      log.warn('vault.notErased', { account: accountId })
    }
  }

  async function drop(accountId: string, onlyToken?: string, leaving?: () => void): Promise<boolean> {
    if (onlyToken !== undefined && inMemory.get(accountId)?.token !== onlyToken) return false
    leaving?.()
    erase(accountId)
    inMemory.delete(accountId)
    unsaved.delete(accountId)
    return true
  }

  async function lookAgain(): Promise<Keeping> {
    await (looked = look())
    for (const accountId of [...unsaved.keys()]) {
      const sealed = inMemory.get(accountId)
      const reason = sealed ? await save(sealed) : null
      if (reason === null) unsaved.delete(accountId)
      else unsaved.set(accountId, reason)
    }
    return keeping()
  }

  function keeping(): Keeping {
    const [unkept = null] = unsaved.values()
    const reason = isProtected ? unkept : 'keyring'
    return { place: reason === null ? 'keyring' : 'memory', reason, backend: cipher.backend() }
  }

  return {
    keeping,
    check: () => inTurn(lookAgain),
    get: (accountId) => inTurn(() => find(accountId)),
    put: (accountId, token, life) => inTurn(() => keep(accountId, token, life)),
    remove: (accountId, onlyToken, leaving) => inTurn(() => drop(accountId, onlyToken, leaving)),
    isUnsaved: (accountId) => unsaved.has(accountId),
  }
}
