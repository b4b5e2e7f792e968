import type { Grant } from '../../api/parse-responses.ts'
import { isTokenRevoked } from '../../api/profile.ts'
import { refresh } from '../../api/tokens.ts'
import type { Transport } from '../../api/transport.ts'
import { mayHaveBeenApplied, noToken, type Failure } from '../../shared/failure.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { Account } from '../../shared/account.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import { idMatchesAddress } from '../../domain/account-id.ts'
import { renewalRetryIn } from './domain/renewal-retry.ts'
import { isExpiryDoubtful, lifeLeft, renewalDueIn, type TokenLife } from '../../domain/token-expiry.ts'
import type { Accounts } from '../../core/accounts.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import type { Clock, Log, OnAccountForgotten } from '../../core/ports.ts'
import type { RenewalJournal } from './renewal-journal.ts'
import type { RenewalWarnings } from './renewal-warnings.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { ServiceClocks } from '../../core/service-clocks.ts'
import type { StoredToken, Vault } from '../../core/vault.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'
import { type PendingLogouts, ownerOf } from '../auth/index.ts'

/** Renews tokens before they expire, one renewal at a time per account. */
export interface Renewals {
  /**
   * Renews the token if it is due, and checks a renewal that a lost response or a crash left open; resolves when the token
   * may be used. Never rejects.
   */
  ensureFresh(accountId: string): Promise<void>
  /** Renews the token now, due or not. */
  renew(accountId: string): Promise<Result<null>>
  /** The result of the running renewal or check; null if there is none. */
  underWay(accountId: string): Promise<Result<null>> | null
  /** Whether a renewal of the account's token was sent, by this run or one before, whose new token is not there. */
  isOpen(accountId: string): boolean
  /** The ms until the next renewal, pauses after failures included; null: never automatically, or unknown. */
  dueIn(accountId: string): number | null
  /** Whether the expiry of an account's token is not credible; the token is then renewed as if it had none. */
  isExpiryDoubtful(accountId: string): boolean
  /** A token was read at the start: `dueIn` then knows its lifetime before the account's first call. */
  tokenFound(accountId: string, stored: StoredToken & { kind: 'readable' }): void
  /** A fresh list is stored; its current session is the one that a renewal replaces. */
  applyList(accountId: string, sessions: readonly ApiSession[]): void
  /** A sign-in replaced the account's token: deletes the state of the old one. An open renewal is lost. */
  signedIn(accountId: string): void
}

export interface RenewalDependencies {
  accounts: Accounts
  vault: Vault
  transportOf(accountId: string, baseUrl: string): Transport
  journal: RenewalJournal
  /** Logs out a new token that arrived after a sign-out or another sign-in. */
  logouts: Pick<PendingLogouts, 'discard'>
  work: Pick<WorkUnderWay, 'track'>
  serviceClocks: ServiceClocks
  rateLimits: Pick<RateLimits, 'pause'>
  /** The renewal interval of tokens without an expiry, ms; null: never. */
  renewalInterval(): number | null
  /** Receives the lifetimes and failures. */
  warnings: Pick<RenewalWarnings, 'tokenChanged' | 'failed' | 'forget'>
  onAccountForgotten: OnAccountForgotten
  clock: Clock
  random(): number
  log: Log
}

type ReadableToken = StoredToken & { kind: 'readable' }

/** Creates the service. */
export function createRenewals(dependencies: RenewalDependencies): Renewals {
  const { accounts, vault, journal, serviceClocks, warnings, clock, log } = dependencies
  const running = new Map<string, { isForced: boolean; result: Promise<Result<null>> }>()
  /** `until` is by the steady clock. */
  const pauses = new Map<string, { failures: number; until: number }>()
  /** The lifetimes of the current tokens. */
  const lives = new Map<string, TokenLife>()
  /** When the tokens of this run arrived, by the steady clock. */
  const received = new Map<string, number>()
  /** The sessions of the accounts' own tokens in their latest lists. */
  const currentSessions = new Map<string, ApiSession | null>()

  function tokenAge(accountId: string): number | null {
    const since = received.get(accountId)
    return since === undefined ? null : clock.steady() - since
  }

  function dueIn(accountId: string, life: TokenLife): number | null {
    return renewalDueIn(
      life,
      tokenAge(accountId),
      dependencies.renewalInterval(),
      serviceClocks.now(accountId),
    )
  }

  /** After a lost response, checks whether the old token still works: then no renewal took place. */
  async function settle(
    accountId: string,
    transport: Transport,
    stored: ReadableToken,
  ): Promise<Result<null>> {
    const revoked = await isTokenRevoked(transport, stored.token)
    if (!revoked.ok) return revoked
    if (revoked.value) {
      // Set the status before the removal: if the app is killed in between, the next start must not report that the
      // token was never stored.
      await vault.remove(accountId, stored.token, () => accounts.setStatus(accountId, 'renewalLost'))
      journal.markLost(accountId)
    } else journal.end(accountId)
    return revoked.value ? failed({ kind: 'unauthenticated' }) : ok(null)
  }

  async function send(account: Account, transport: Transport, stored: ReadableToken): Promise<Result<null>> {
    const accountId = account.id
    const at = serviceClocks.now(accountId)
    const current = currentSessions.get(accountId)
    const session = current ? { id: current.id, name: current.name } : null
    journal.begin(accountId, { sequence: stored.sequence, at, session })
    const grant = await refresh(transport, stored.token)
    if (grant.ok) {
      const isStored = await vault.replace(accountId, stored.token, grant.value.token, grant.value)
      endIfSaved(accountId)
      if (!isStored) return discard(account, session?.name ?? null, grant.value)
      received.set(accountId, clock.steady())
      serviceClocks.sync(accountId, grant.value.issuedAt)
      log.info('token.renewed', { account: accountId })
      return ok(null)
    }
    log.info('token.renewalFailed', { account: accountId, failure: grant.failure.kind })
    const now = await vault.get(accountId)
    // A replaced token is revoked in any case, so checking it proves nothing.
    const isInUse = now.kind === 'readable' && now.token === stored.token
    if (isInUse && mayHaveBeenApplied(grant.failure)) {
      const settled = await settle(accountId, transport, stored)
      // If the old token works, or the check is inconclusive, the renewal's own failure is the result.
      const isConclusive = !settled.ok && ['unauthenticated', 'rateLimited'].includes(settled.failure.kind)
      return isConclusive ? settled : grant
    }
    journal.end(accountId)
    return grant
  }

  /** Closes the open renewal, unless its new token is only in memory: a crash would lose that. */
  function endIfSaved(accountId: string): void {
    if (!vault.isUnsaved(accountId)) journal.end(accountId)
  }

  /** The account signed out or in again before the response, so the new token is unused. */
  async function discard(account: Account, deviceName: string | null, grant: Grant): Promise<Result<null>> {
    const loggedOut = await dependencies.logouts.discard(ownerOf(account, deviceName), grant.token, grant)
    return failed({ kind: loggedOut.ok ? 'cancelled' : 'outcomeUnknown' })
  }

  function updateLife(accountId: string, stored: StoredToken): void {
    if (stored.kind !== 'readable') {
      lives.delete(accountId)
      return warnings.tokenChanged(accountId, null)
    }
    const { issuedAt, expiresAt } = stored
    const known = lives.get(accountId)
    if (isExpiryDoubtful(stored) && known?.issuedAt !== issuedAt)
      log.warn('token.expiryDoubtful', { account: accountId, lifetime: (expiresAt ?? 0) - issuedAt })
    lives.set(accountId, { issuedAt, expiresAt })
    warnings.tokenChanged(accountId, stored)
  }

  async function attempt(
    accountId: string,
    shouldRenew: (stored: ReadableToken) => boolean,
  ): Promise<Result<null>> {
    const account = accounts.get(accountId)
    const stored = await vault.get(accountId)
    if (!account || stored.kind !== 'readable' || !idMatchesAddress(account)) return ok(null)
    // An instance API token cannot be renewed.
    if (account.credential.kind === 'instance') return ok(null)
    updateLife(accountId, stored)
    const transport = dependencies.transportOf(account.id, account.baseUrl)
    const open = journal.of(accountId)
    if (open && open.sequence >= stored.sequence) {
      const settled = await settle(accountId, transport, stored)
      if (!settled.ok) return settled
    } else if (open) endIfSaved(accountId)
    const result = shouldRenew(stored) ? await send(account, transport, stored) : ok(null)
    updateLife(accountId, await vault.get(accountId))
    return result
  }

  function begin(
    accountId: string,
    isForced: boolean,
    shouldRenew: (stored: ReadableToken) => boolean,
  ): Promise<Result<null>> {
    const started = dependencies.work.track(
      catchStorageError(() => attempt(accountId, shouldRenew))
        .finally(() => running.delete(accountId))
        .then((result) => {
          if (result.ok) pauses.delete(accountId)
          // Another token replaced this one and has its own schedule.
          else if (result.failure.kind !== 'cancelled') pause(accountId, result.failure)
          return result
        }),
    )
    running.set(accountId, { isForced, result: started })
    return started
  }

  function pause(accountId: string, failure: Failure): void {
    const failures = (pauses.get(accountId)?.failures ?? 0) + 1
    const life = lives.get(accountId)
    const left = life ? lifeLeft(life, tokenAge(accountId), serviceClocks.now(accountId)) : null
    // Limits are often per user: what the service said of a renewal holds for all calls.
    if (failure.kind === 'rateLimited') dependencies.rateLimits.pause(accountId, failure.retryAt)
    const wait = renewalRetryIn({ failure, failures, left, now: clock.now(), random: dependencies.random() })
    pauses.set(accountId, { failures, until: clock.steady() + wait })
    warnings.failed(accountId)
  }

  const pauseLeft = (accountId: string): number => (pauses.get(accountId)?.until ?? 0) - clock.steady()

  function forget(accountId: string): void {
    lives.delete(accountId)
    received.delete(accountId)
    currentSessions.delete(accountId)
    pauses.delete(accountId)
    warnings.forget(accountId)
    journal.end(accountId)
  }

  dependencies.onAccountForgotten(forget)

  return {
    async ensureFresh(accountId) {
      const known = running.get(accountId)
      if (known) {
        await known.result
        return
      }
      if (pauseLeft(accountId) > 0) return
      await begin(accountId, false, (stored) => dueIn(accountId, stored) === 0)
    },
    async renew(accountId) {
      if ((await vault.get(accountId)).kind !== 'readable') return failed(noToken())
      if (accounts.get(accountId)?.credential.kind === 'instance') return failed({ kind: 'forbidden' })
      // Wait for calls that renew only a due token; then start a renewal, or join one that another caller started.
      for (let known = running.get(accountId); known; known = running.get(accountId)) {
        if (known.isForced) return known.result
        await known.result
        // That, or a sign-out meanwhile, may have ended the token.
        if ((await vault.get(accountId)).kind !== 'readable') return failed(noToken())
      }
      return begin(accountId, true, () => true)
    },
    underWay: (accountId) => running.get(accountId)?.result ?? null,
    dueIn(accountId) {
      const life = lives.get(accountId)
      const due = life ? dueIn(accountId, life) : null
      return due === null ? null : Math.max(due, pauseLeft(accountId))
    },
    isExpiryDoubtful(accountId) {
      const life = lives.get(accountId)
      return life !== undefined && isExpiryDoubtful(life)
    },
    isOpen: (accountId) => journal.hasLost(accountId, lives.get(accountId)?.issuedAt ?? Infinity),
    tokenFound(accountId, stored) {
      if (accounts.get(accountId)?.credential.kind === 'user') updateLife(accountId, stored)
    },
    applyList(accountId, sessions) {
      currentSessions.set(accountId, sessions.find(({ isCurrent }) => isCurrent) ?? null)
    },
    signedIn(accountId) {
      // Nobody will find out any more what became of a renewal that is open.
      journal.markLost(accountId)
      forget(accountId)
      received.set(accountId, clock.steady())
    },
  }
}
