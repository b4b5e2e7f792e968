import { logout } from '../../api/tokens.ts'
import type { Transport } from '../../api/transport.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Account } from '../../shared/account.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { idMatchesAddress } from '../../core/domain/account-id.ts'
import { nextLogoutIn } from './domain/logout-retry.ts'
import type { TokenLife } from '../../core/domain/token-expiry.ts'
import type { JsonStore, Clock, Log, NewId } from '../../core/ports.ts'
import type { SessionFacts } from './unconfirmed-sessions.ts'
import type { StoredToken, Vault } from '../../core/vault.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'

/** Whose token is logged out. `userId` and `baseUrl` are what `accountId` was made of. */
export interface TokenOwner {
  accountId: string
  baseUrl: string
  userId: number
  /** The person's name; null where the service never told whose token it is. */
  name: string | null
  /** What the session is called in the list of sessions, as far as it is known. */
  deviceName: string | null
}

/** The owner of an account's token. */
export function ownerOf({ id, baseUrl, user }: Account, deviceName: string | null): TokenOwner {
  return { accountId: id, baseUrl, userId: user.id, name: user.name, deviceName }
}

/** A token that is to be logged out. */
export interface PendingLogout extends TokenOwner {
  /** Since when, epoch ms by this computer's clock. */
  at: number
  /** The vault has it on the disk. */
  isSaved: boolean
  /** It is the account's own, and the account may still be among the accounts. */
  isAccountListed: boolean
}

/** Pending logouts by the key of their token in the vault; no secret. */
export type PendingLogoutsFile = Record<string, PendingLogout>

/**
 * Logs out the tokens that this app gives up. Each stays in the vault, retired, until the service confirmed that it no
 * longer works, or until people were told that nobody knows.
 */
export interface PendingLogouts {
  /**
   * Takes the token of an account out of use, runs `removeAccount`, and resolves with what was taken; `answer` resolves
   * with what the service said to its logout, and is null where there was no token. Throws when the disk refuses; then
   * the account still has its token.
   */
  retire(
    owner: TokenOwner,
    removeAccount: () => void,
  ): Promise<{ held: StoredToken; answer: Promise<Result<null>> | null }>
  /** Logs out a token that was issued and is not wanted, and tries again until it is done. */
  discard(owner: TokenOwner, token: string, life: TokenLife): Promise<Result<null>>
  /**
   * Goes on with what was left: by the last run of the app, or for lack of a keyring that opens. Resolves before the
   * service answers.
   */
  resume(): Promise<void>
  /** Asks once more for the tokens that only memory has; what fails from now on is left to the next start. */
  finish(): Promise<void>
}

/** What it works with. */
export interface PendingLogoutPorts {
  vault: Pick<Vault, 'get' | 'retire' | 'putRetired' | 'getRetired' | 'remove' | 'isUnsaved'>
  store: JsonStore<PendingLogoutsFile>
  transportOf(accountId: string, baseUrl: string): Transport
  work: WorkUnderWay
  /** Whether people can see, in a window, how a sign-out ends. */
  canTell(): boolean
  /** Hears of a session that may still be signed in, which nobody was told of. */
  unconfirmed(facts: SessionFacts, at: number): void
  /** Removes an account whose sign-out was cut off by the end of the last run; it has no token any more. */
  removeAccount(accountId: string): void
  clock: Clock
  newId: NewId
  random(): number
  log: Log
}

/** Makes it over its file; nothing is sent before it is asked to. */
export function createPendingLogouts(ports: PendingLogoutPorts): PendingLogouts {
  const { vault, store, clock, log } = ports
  let pending = store.read()
  const tries = new Map<string, number>()
  const running = new Map<string, Promise<Result<null>>>()
  const timers = new Map<string, () => void>()
  let isFinishing = false

  /** Resolves with whether it is on the disk. */
  function set(key: string, logoutOf: PendingLogout | null): boolean {
    const { [key]: _before, ...rest } = pending
    pending = logoutOf ? { ...rest, [key]: logoutOf } : rest
    try {
      store.write(pending)
      return true
    } catch {
      log.warn('logout.notNoted', { account: logoutOf?.accountId ?? key })
      return false
    }
  }

  /** The token first: without its note nobody would look for it any more. */
  async function forget(key: string): Promise<void> {
    timers.get(key)?.()
    timers.delete(key)
    tries.delete(key)
    try {
      await vault.remove(key)
      set(key, null)
    } catch {
      // It is logged out once more at the next start, which changes nothing.
      log.warn('vault.notRemoved', { account: pending[key]?.accountId ?? key })
    }
  }

  async function giveUp(key: string): Promise<void> {
    const logoutOf = pending[key]
    if (!logoutOf) return
    const { baseUrl, name, deviceName, at } = logoutOf
    log.info('logout.givenUp', { account: logoutOf.accountId })
    ports.unconfirmed({ cause: name === null ? 'signIn' : 'signOut', baseUrl, name, deviceName }, at)
    await forget(key)
  }

  async function send(key: string, logoutOf: PendingLogout): Promise<Result<null>> {
    const { accountId, baseUrl, userId } = logoutOf
    const owner = { id: accountId, baseUrl, user: { id: userId }, credential: { kind: 'user' as const } }
    const held = await vault.getRetired(accountId, key)
    // A keyring that does not open now may open later.
    if (held.state !== 'held') return failed({ kind: 'outcomeUnknown' })
    if (!idMatchesAddress(owner)) return failed({ kind: 'misconfigured', reason: 'notAnAddress' })
    tries.set(key, (tries.get(key) ?? 0) + 1)
    const answer = await logout(ports.transportOf(accountId, baseUrl), held.token)
    if (!answer.ok) log.info('account.signOutAnswer', { account: accountId, failure: answer.failure.kind })
    return answer
  }

  /** Asks the service once. `isTold`: whoever asks for it says how it ended, if there is a window. */
  function attempt(key: string, isTold: boolean): Promise<Result<null>> {
    const already = running.get(key)
    if (already) return already
    const attempted = run(key, isTold).finally(() => running.delete(key))
    running.set(key, attempted)
    return ports.work.track(attempted)
  }

  async function run(key: string, isTold: boolean): Promise<Result<null>> {
    const logoutOf = pending[key]
    if (!logoutOf) return ok(null)
    const answer = await send(key, logoutOf)
    if (answer.ok || (isTold && !isFinishing && ports.canTell())) await forget(key)
    else if (!isFinishing) await plan(key, logoutOf, answer.failure)
    return answer
  }

  async function plan(key: string, { at }: PendingLogout, failure: Failure): Promise<void> {
    const facts = { failure, tries: tries.get(key) ?? 0, retiredAt: at, now: clock.now() }
    const wait = nextLogoutIn({ ...facts, random: ports.random() })
    if (wait === null) return giveUp(key)
    timers.get(key)?.()
    timers.set(
      key,
      clock.after(wait, () => void attempt(key, false)),
    )
  }

  async function discard(owner: TokenOwner, token: string, life: TokenLife): Promise<Result<null>> {
    const key = `retired-${ports.newId()}`
    const noted = { ...owner, at: clock.now(), isSaved: false, isAccountListed: false }
    set(key, noted)
    await vault.putRetired(owner.accountId, key, token, life)
    if (!vault.isUnsaved(key)) set(key, { ...noted, isSaved: true })
    return attempt(key, false)
  }

  /** Looks at what the last run left, and sends its logout. */
  async function goOn(key: string, logoutOf: PendingLogout): Promise<void> {
    const { accountId, isSaved, isAccountListed } = logoutOf
    if (isAccountListed && (await vault.get(accountId)).state === 'none') {
      ports.removeAccount(accountId)
      set(key, { ...logoutOf, isAccountListed: false })
    }
    if ((await vault.getRetired(accountId, key)).state !== 'none') void attempt(key, false)
    else if (isSaved)
      // The last run ended before the token was retired, or after it was done with: nothing is left to do.
      set(key, null)
    else await giveUp(key)
  }

  return {
    async retire(owner, removeAccount) {
      const key = `retired-${ports.newId()}`
      const { accountId } = owner
      try {
        const held = await vault.retire(accountId, key, ({ state }) => {
          if (state !== 'held') return
          const isSaved = !vault.isUnsaved(accountId)
          const isNoted = set(key, { ...owner, at: clock.now(), isSaved, isAccountListed: true })
          if (!isNoted && isSaved)
            throw new Error('A token cannot be retired on a disk that cannot be written')
        })
        removeAccount()
        const noted = pending[key]
        if (!noted) return { held, answer: null }
        set(key, { ...noted, isAccountListed: false })
        return { held, answer: attempt(key, true) }
      } catch (error) {
        if (pending[key]) set(key, null)
        throw error
      }
    },

    discard: (owner, token, life) => ports.work.track(discard(owner, token, life)),

    async resume() {
      for (const [key, logoutOf] of Object.entries(pending)) {
        if (!running.has(key) && !timers.has(key)) await goOn(key, logoutOf)
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
