import { isTokenRevoked } from '../api/profile.ts'
import type { Transport } from '../api/transport.ts'
import type { Account } from '../shared/account.ts'
import type { Failure } from '../shared/failure.ts'
import { failed, type Result } from '../shared/result.ts'
import { idMatchesAddress } from './domain/account-id.ts'
import type { Accounts } from './accounts.ts'
import type { Clock, Log, OnAccountForgotten } from './ports.ts'
import type { Vault } from './vault.ts'

/** A call of the API in the name of an account: its transport and its token of this moment. */
export type AuthorisedCall<T> = (transport: Transport, token: string) => Promise<Result<T>>

/** The only way to call the service with a stored token. */
export interface Gateway {
  /** Calls as an account; a confirmed 401 signs the account out, a 429 keeps everything of it quiet for a while. */
  callAs<T>(accountId: string, call: AuthorisedCall<T>): Promise<Result<T>>
  /** The same, but a call that was refused is never made again: its answer is all that is known. */
  callAsOnce<T>(accountId: string, call: AuthorisedCall<T>): Promise<Result<T>>
  /** Until when the service asked this account to be quiet, epoch ms by this computer's clock of now, or null. */
  rateLimitedUntil(accountId: string): number | null
}

/** What the gateway works with; `transportOf` makes or finds the transport of one account. */
export interface GatewayPorts {
  accounts: Accounts
  vault: Vault
  transportOf(accountId: string, baseUrl: string): Transport
  /** Renews the token first where it is due; calls wait for it. */
  ensureFresh(accountId: string): Promise<void>
  /** A renewal that was left open explains why a token is over. */
  /** The renewals that were begun and whose end is not known, by account. */
  journal: { of(accountId: string): object | null; markLost(accountId: string): void }
  /** Hears of every call that was made and failed. */
  failed(asked: string, failure: Failure, baseUrl: string): void
  onAccountForgotten: OnAccountForgotten
  clock: Clock
  log: Log
}

/** Makes the gateway. */
export function createGateway(ports: GatewayPorts): Gateway {
  const { accounts, vault, transportOf, clock, log } = ports
  /** By the steady clock: this computer's own may be set to any time meanwhile. */
  const quiet = new Map<string, number>()
  // A sign-in to an account that was gone begins anew.
  ports.onAccountForgotten((accountId) => void quiet.delete(accountId))

  function rateLimitedUntil(accountId: string): number | null {
    const left = (quiet.get(accountId) ?? 0) - clock.steady()
    return left > 0 ? Math.ceil(clock.now() + left) : null
  }

  /** Of two pauses the longer one holds. `until` is epoch ms. */
  function keepQuiet(accountId: string, until: number): void {
    const steadily = clock.steady() + until - clock.now()
    quiet.set(accountId, Math.max(steadily, quiet.get(accountId) ?? 0))
  }

  async function confirmSignedOut(
    { id: accountId, credential }: Account,
    transport: Transport,
    token: string,
  ): Promise<void> {
    const asked = credential.kind === 'instance' ? credential.acceptedBy : 'me'
    const answer = await isTokenRevoked(transport, token, asked)
    if (!answer.ok && answer.failure.kind === 'rateLimited') keepQuiet(accountId, answer.failure.retryAt)
    if (!answer.ok || !answer.value) return
    try {
      // A token that was replaced meanwhile says nothing about the one that is held now.
      await vault.remove(accountId, token, () => {
        log.info('account.signedOutByService', { account: accountId })
        // Before the token goes: killed in between, the next start would say that it had never been kept.
        accounts.setStatus(accountId, ports.journal.of(accountId) ? 'renewalLost' : 'signedOut')
        ports.journal.markLost(accountId)
      })
    } catch {
      // It is worthless by now, and goes when the disk lets it.
      log.warn('vault.notRemoved', { account: accountId })
    }
  }

  async function make<T>(accountId: string, call: AuthorisedCall<T>, mayRepeat: boolean): Promise<Result<T>> {
    const until = rateLimitedUntil(accountId)
    if (until !== null) return failed({ kind: 'rateLimited', retryAt: until })
    await ports.ensureFresh(accountId)
    const account = accounts.get(accountId)
    const held = await vault.get(accountId)
    if (!account || held.state !== 'held') return failed({ kind: 'unauthenticated' })
    if (!idMatchesAddress(account)) return failed({ kind: 'misconfigured', reason: 'notAnAddress' })
    const transport = transportOf(account.id, account.baseUrl)
    let used = held
    let result = await call(transport, used.token)
    if (mayRepeat && isRefused(result)) {
      // A renewal may have replaced the token while the call was on its way; a 401 did nothing, so it is made once more.
      await ports.ensureFresh(accountId)
      const newer = await vault.get(accountId)
      if (newer.state === 'held' && newer.sequence > used.sequence) {
        used = newer
        result = await call(transport, used.token)
      }
    }
    if (result.ok) return result
    // Calls that got no good reply were noted as such; what is left are replies that could not be read.
    ports.failed('reading a reply', result.failure, account.baseUrl)
    if (isRefused(result)) await confirmSignedOut(account, transport, used.token)
    if (result.failure.kind === 'rateLimited') keepQuiet(accountId, result.failure.retryAt)
    return result
  }

  return {
    callAs: (accountId, call) => make(accountId, call, true),
    callAsOnce: (accountId, call) => make(accountId, call, false),
    rateLimitedUntil,
  }
}

function isRefused(result: Result<unknown>): boolean {
  return !result.ok && result.failure.kind === 'unauthenticated'
}
