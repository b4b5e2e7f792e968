import { logout, type Logout } from '../../api/tokens.ts'
import type { Transport } from '../../api/transport.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Account } from '../../shared/account.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { idMatchesAddress } from '../../domain/account-id.ts'
import { nextLogoutIn } from './domain/logout-retry.ts'
import type { TokenLife } from '../../domain/token-expiry.ts'
import type { JsonStore, Clock, Log, NewId } from '../../core/ports.ts'
import type { SessionFacts } from './unconfirmed-sessions.ts'
import { StorageError } from '../../core/storage-error.ts'
import type { StoredToken, Vault } from '../../core/vault.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'

/** The owner of a token to log out. `accountId` is derived from `baseUrl` and `userId`. */
export interface TokenOwner {
  accountId: string
  baseUrl: string
  userId: number
  /** The user's name; null when unknown. */
  name: string | null
  /** The session's name in the list; null when unknown. */
  deviceName: string | null
}

/** Returns the owner of an account's token. */
export function ownerOf({ id, baseUrl, user }: Account, deviceName: string | null): TokenOwner {
  return { accountId: id, baseUrl, userId: user.id, name: user.name, deviceName }
}

/** A retired token that is not logged out yet. */
export interface PendingLogout extends TokenOwner {
  /** When the token was retired, epoch ms by this computer's clock. */
  at: number
  /** Whether the vault has the token on disk. */
  isSaved: boolean
  /** Whether it is an account's own token, and the account may not be removed yet. */
  isAccountListed: boolean
}

/** Pending logouts by the key of their token in the vault; no secret. */
export type PendingLogoutsFile = Record<string, PendingLogout>

/**
 * Logs out retired tokens. Each stays in the vault until the service confirms its logout, or until the retries are
 * given up and its session is reported as unconfirmed.
 */
export interface PendingLogouts {
  /**
   * Retires the token of an account, runs `removeAccount`, and resolves with the token. `answer` resolves with the
   * result of its first logout request; null if there was no readable token. Rejects if the disk refuses; the account
   * then keeps its token.
   */
  retire(
    owner: TokenOwner,
    removeAccount: () => void,
  ): Promise<{ retired: StoredToken; response: Promise<Result<Logout>> | null }>
  /** Logs out a token that was issued but is not used; retries until it succeeds or is given up. */
  discard(owner: TokenOwner, token: string, life: TokenLife): Promise<Result<Logout>>
  /** Continues the pending logouts, after a restart or once the keyring opens. Resolves before the service answers. */
  resume(): Promise<void>
  /** Sends the waiting logouts of tokens that are only in memory once more; the others continue at the next start. */
  finish(): Promise<void>
}

export interface PendingLogoutDependencies {
  vault: Pick<Vault, 'get' | 'retire' | 'putRetired' | 'getRetired' | 'remove' | 'isUnsaved'>
  store: JsonStore<PendingLogoutsFile>
  transportOf(accountId: string, baseUrl: string): Transport
  work: WorkUnderWay
  /** Whether a window is open, which shows the outcome of a sign-out. */
  canShowOutcome(): boolean
  /** Receives a session that may still be signed in, once its logout is given up. */
  unconfirmed(facts: SessionFacts, at: number): void
  /** Removes an account whose sign-out was interrupted after its token was retired. */
  removeAccount(accountId: string): void
  clock: Clock
  newId: NewId
  random(): number
  log: Log
}

/** Creates the service over its file; sends nothing until `resume` or a new logout. */
export function createPendingLogouts(dependencies: PendingLogoutDependencies): PendingLogouts {
  const { vault, store, clock, log } = dependencies
  let pending = store.read()
  const tries = new Map<string, number>()
  /** When each was first seen in this run, by the steady clock, and its age then: a clock that is set ages none. */
  const firstSeen = new Map<string, { steady: number; age: number }>()
  const running = new Map<string, Promise<Result<Logout>>>()
  const timers = new Map<string, () => void>()
  let isFinishing = false

  /** Returns whether the change is on disk. */
  function set(key: string, entry: PendingLogout | null): boolean {
    const { [key]: _before, ...rest } = pending
    pending = entry ? { ...rest, [key]: entry } : rest
    try {
      store.write(pending)
      return true
    } catch {
      log.warn('logout.notStored', { account: entry?.accountId ?? key })
      return false
    }
  }

  /** Removes the token before its entry: without the entry, nothing would find the token again. */
  async function forget(key: string): Promise<void> {
    timers.get(key)?.()
    timers.delete(key)
    tries.delete(key)
    firstSeen.delete(key)
    try {
      await vault.remove(key)
      set(key, null)
    } catch {
      // The next start logs the token out again, which is harmless.
      log.warn('vault.notRemoved', { account: pending[key]?.accountId ?? key })
    }
  }

  async function giveUp(key: string): Promise<void> {
    const entry = pending[key]
    if (!entry) return
    const { baseUrl, name, deviceName, at } = entry
    log.info('logout.givenUp', { account: entry.accountId })
    dependencies.unconfirmed({ cause: name === null ? 'signIn' : 'signOut', baseUrl, name, deviceName }, at)
    await forget(key)
  }

  async function send(key: string, entry: PendingLogout): Promise<Result<Logout>> {
    const { accountId, baseUrl, userId } = entry
    const owner = { id: accountId, baseUrl, user: { id: userId }, credential: { kind: 'user' as const } }
    const stored = await vault.getRetired(accountId, key)
    // A keyring that does not open now may open later.
    if (stored.kind !== 'readable') return failed({ kind: 'outcomeUnknown' })
    if (!idMatchesAddress(owner)) return failed({ kind: 'misconfigured', reason: 'notAnAddress' })
    tries.set(key, (tries.get(key) ?? 0) + 1)
    const response = await logout(dependencies.transportOf(accountId, baseUrl), stored.token)
    if (!response.ok)
      log.info('account.signOutFailed', { account: accountId, failure: response.failure.kind })
    return response
  }

  /** Sends the logout once. `isShown`: the caller shows the outcome, if a window is open. */
  function attempt(key: string, isShown: boolean): Promise<Result<Logout>> {
    const already = running.get(key)
    if (already) return already
    const attempted = run(key, isShown).finally(() => running.delete(key))
    running.set(key, attempted)
    return dependencies.work.track(attempted)
  }

  async function run(key: string, isShown: boolean): Promise<Result<Logout>> {
    const entry = pending[key]
    if (!entry) return ok('loggedOut')
    ageOf(key, entry)
    const response = await send(key, entry)
    if (response.ok || (isShown && !isFinishing && dependencies.canShowOutcome())) await forget(key)
    else if (!isFinishing) await scheduleRetry(key, entry, response.failure)
    return response
  }

  /** How long ago a token was retired, ms; time in which the app did not run counts by this computer's clock. */
  function ageOf(key: string, { at }: PendingLogout): number {
    const seen = firstSeen.get(key) ?? { steady: clock.steady(), age: clock.now() - at }
    firstSeen.set(key, seen)
    return seen.age + clock.steady() - seen.steady
  }

  async function scheduleRetry(key: string, entry: PendingLogout, failure: Failure): Promise<void> {
    const facts = { failure, tries: tries.get(key) ?? 0, age: ageOf(key, entry), now: clock.now() }
    const wait = nextLogoutIn({ ...facts, random: dependencies.random() })
    if (wait === null) return giveUp(key)
    timers.get(key)?.()
    timers.set(
      key,
      clock.after(wait, () => void attempt(key, false)),
    )
  }

  async function discard(owner: TokenOwner, token: string, life: TokenLife): Promise<Result<Logout>> {
    const key = `retired-${dependencies.newId()}`
    const entry = { ...owner, at: clock.now(), isSaved: false, isAccountListed: false }
    set(key, entry)
    await vault.putRetired(owner.accountId, key, token, life)
    if (!vault.isUnsaved(key)) set(key, { ...entry, isSaved: true })
    return attempt(key, false)
  }

  /** Continues a logout of the last run. */
  async function resumeOne(key: string, entry: PendingLogout): Promise<void> {
    const { accountId, isSaved, isAccountListed } = entry
    if (isAccountListed && (await vault.get(accountId)).kind === 'none') {
      dependencies.removeAccount(accountId)
      set(key, { ...entry, isAccountListed: false })
    }
    if ((await vault.getRetired(accountId, key)).kind !== 'none') void attempt(key, false)
    else if (isSaved)
      // The last run ended before the token was retired, or after its logout was done.
      set(key, null)
    else await giveUp(key)
  }

  return {
    async retire(owner, removeAccount) {
      const key = `retired-${dependencies.newId()}`
      const { accountId } = owner
      const retiring = vault.retire(accountId, key, ({ kind }) => {
        if (kind !== 'readable') return
        const isSaved = !vault.isUnsaved(accountId)
        const isStored = set(key, { ...owner, at: clock.now(), isSaved, isAccountListed: true })
        if (!isStored && isSaved)
          throw new StorageError('A token cannot be retired on a disk that cannot be written')
      })
      const retired = await retiring.catch((error: unknown) => {
        if (pending[key]) set(key, null)
        throw error
      })
      removeAccount()
      const entry = pending[key]
      if (!entry) return { retired, response: null }
      set(key, { ...entry, isAccountListed: false })
      return { retired, response: attempt(key, true) }
    },

    discard: (owner, token, life) => dependencies.work.track(discard(owner, token, life)),

    async resume() {
      for (const [key, entry] of Object.entries(pending)) {
        if (!running.has(key) && !timers.has(key)) await resumeOne(key, entry)
      }
    },

    async finish() {
      isFinishing = true
      for (const cancel of timers.values()) cancel()
      const waiting = Object.keys(pending).filter((key) => timers.has(key) && vault.isUnsaved(key))
      timers.clear()
      await Promise.all(waiting.map((key) => attempt(key, false)))
    },
  }
}
