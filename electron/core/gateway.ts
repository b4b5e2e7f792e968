import { isTokenRevoked } from '../api/profile.ts'
import type { Transport } from '../api/transport.ts'
import type { Account } from '../shared/account.ts'
import { noToken, type Failure } from '../shared/failure.ts'
import { failed, type Result } from '../shared/result.ts'
import { idMatchesAddress } from '../domain/account-id.ts'
import type { Accounts } from './accounts.ts'
import type { Log } from './ports.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Vault } from './vault.ts'

/** A call of the API with the transport and the current token of an account. */
export type AuthorisedCall<T> = (transport: Transport, token: string) => Promise<Result<T>>

/** Calls services with stored tokens; no other code does. */
export interface Gateway {
  /**
   * Calls with an account's token, which is renewed first if it is due. After a 401 it retries once if there is a newer
   * token. A confirmed 401 signs the account out; after a 429 all its calls fail until the pause ends.
   */
  callAs<T>(accountId: string, call: AuthorisedCall<T>): Promise<Result<T>>
  /** Like `callAs`, but never retries a refused call. */
  callAsOnce<T>(accountId: string, call: AuthorisedCall<T>): Promise<Result<T>>
  /** When the pause after a 429 ends, epoch ms by this computer's clock; null if there is none. */
  rateLimitedUntil(accountId: string): number | null
}

/** Dependencies of the gateway; `transportOf` returns the transport of one account. */
export interface GatewayDependencies {
  accounts: Accounts
  vault: Vault
  transportOf(accountId: string, baseUrl: string): Transport
  /** Renews the token first if it is due; calls wait for it. */
  ensureFresh(accountId: string): Promise<void>
  /** The open renewals. If the account of a revoked token has one, that renewal is lost. */
  journal: { of(accountId: string): object | null; markLost(accountId: string): void }
  /** Receives every failed call. */
  failed(operation: string, failure: Failure, baseUrl: string): void
  rateLimits: RateLimits
  log: Log
}

/** Creates the gateway. */
export function createGateway(dependencies: GatewayDependencies): Gateway {
  const { accounts, vault, transportOf, log } = dependencies
  const { until: rateLimitedUntil, pause } = dependencies.rateLimits

  async function confirmSignedOut(
    { id: accountId, credential }: Account,
    transport: Transport,
    token: string,
  ): Promise<void> {
    const endpoint = credential.kind === 'instance' ? credential.acceptedBy : 'me'
    const response = await isTokenRevoked(transport, token, endpoint)
    if (!response.ok && response.failure.kind === 'rateLimited') pause(accountId, response.failure.retryAt)
    if (!response.ok || !response.value) return
    // A renewal on its way revokes the old token, too: its new one must find the account as it was.
    await dependencies.ensureFresh(accountId)
    try {
      // Remove only this token: a newer one may have replaced it meanwhile.
      await vault.remove(accountId, token, () => {
        log.info('account.signedOutByService', { account: accountId })
        // Set the status before the removal: if the app is killed in between, the next start must not report that the
        // token was never stored.
        accounts.setStatus(accountId, dependencies.journal.of(accountId) ? 'renewalLost' : 'signedOut')
        dependencies.journal.markLost(accountId)
      })
    } catch {
      // The token is no longer valid; its ciphertext stays until the disk accepts the removal.
      log.warn('vault.notRemoved', { account: accountId })
    }
  }

  async function send<T>(accountId: string, call: AuthorisedCall<T>, mayRepeat: boolean): Promise<Result<T>> {
    const until = rateLimitedUntil(accountId)
    if (until !== null) return failed({ kind: 'rateLimited', retryAt: until })
    await dependencies.ensureFresh(accountId)
    // A renewal was told to wait, and so is everything else.
    const pausedUntil = rateLimitedUntil(accountId)
    if (pausedUntil !== null) return failed({ kind: 'rateLimited', retryAt: pausedUntil })
    const account = accounts.get(accountId)
    const stored = await vault.get(accountId)
    if (!account || stored.kind !== 'readable') return failed(noToken())
    if (!idMatchesAddress(account)) return failed({ kind: 'misconfigured', reason: 'notAnAddress' })
    const transport = transportOf(account.id, account.baseUrl)
    let used = stored
    let result = await call(transport, used.token)
    if (mayRepeat && isRefused(result)) {
      // A renewal may have replaced the token during the call. A refused call did nothing, so it may be repeated.
      await dependencies.ensureFresh(accountId)
      const newer = await vault.get(accountId)
      if (newer.kind === 'readable' && newer.sequence > used.sequence) {
        used = newer
        result = await call(transport, used.token)
      }
    }
    if (result.ok) return result
    // The transport records failed calls; this records responses that could not be parsed.
    dependencies.failed('reading a response', result.failure, account.baseUrl)
    if (isRefused(result)) await confirmSignedOut(account, transport, used.token)
    if (result.failure.kind === 'rateLimited') pause(accountId, result.failure.retryAt)
    return result
  }

  return {
    callAs: (accountId, call) => send(accountId, call, true),
    callAsOnce: (accountId, call) => send(accountId, call, false),
    rateLimitedUntil,
  }
}

function isRefused(result: Result<unknown>): boolean {
  return !result.ok && result.failure.kind === 'unauthenticated'
}
