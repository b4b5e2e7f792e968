import { seal, unseal, type SealedToken } from '../domain/token-envelope.ts'
import type { TokenLife } from '../domain/token-expiry.ts'
import type { Keeping } from '../contract/models.ts'
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
   * is held by now. Resolves with whether the account has no token left.
   */
  remove(accountId: string, onlyToken?: string): Promise<boolean>
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
  /** Tokens that are not on disk, for want of a keyring or of room. */
  const unsaved = new Set<string>()
  let isProtected = false
  let looked: Promise<void> | null = null

  async function look(): Promise<void> {
    isProtected = await cipher.protects()
  }
  const ready = (): Promise<void> => (looked ??= look())

  async function save(sealed: SealedToken): Promise<boolean> {
    if (!isProtected) return false
    try {
      const bytes = await cipher.encrypt(seal(sealed))
      const back = unseal(await cipher.decrypt(bytes), sealed.accountId)
      if (back?.token !== sealed.token) throw new Error('not read back')
      cabinet.write({ ...cabinet.read(), [sealed.accountId]: Buffer.from(bytes).toString('base64') })
      return true
    } catch {
      log.warn('vault.notSaved', { account: sealed.accountId })
      return false
    }
  }

  async function open(accountId: string): Promise<SealedToken | 'unreadable' | null> {
    const ciphertext = cabinet.read()[accountId]
    if (ciphertext === undefined) return null
    try {
      const opened = isProtected
        ? unseal(await cipher.decrypt(Buffer.from(ciphertext, 'base64')), accountId)
        : null
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
    if (await save(sealed)) {
      unsaved.delete(accountId)
      return
    }
    unsaved.add(accountId)
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

  async function drop(accountId: string, onlyToken?: string): Promise<boolean> {
    if (onlyToken !== undefined && inMemory.get(accountId)?.token !== onlyToken) return false
    erase(accountId)
    inMemory.delete(accountId)
    unsaved.delete(accountId)
    return true
  }

  async function lookAgain(): Promise<Keeping> {
    await (looked = look())
    for (const accountId of [...unsaved]) {
      const sealed = inMemory.get(accountId)
      if (!sealed || (await save(sealed))) unsaved.delete(accountId)
    }
    return keeping()
  }

  const keeping = (): Keeping => ({
    place: isProtected && unsaved.size === 0 ? 'keyring' : 'memory',
    backend: cipher.backend(),
  })

  return {
    keeping,
    check: () => inTurn(lookAgain),
    get: (accountId) => inTurn(() => find(accountId)),
    put: (accountId, token, life) => inTurn(() => keep(accountId, token, life)),
    remove: (accountId, onlyToken) => inTurn(() => drop(accountId, onlyToken)),
    isUnsaved: (accountId) => unsaved.has(accountId),
  }
}
