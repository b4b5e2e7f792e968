import { logout } from '../../api/tokens.ts'
import type { Transport } from '../../api/transport.ts'
import { mayHaveBeenApplied, type Failure } from '../../shared/failure.ts'
import type { Account } from '../../shared/account.ts'
import type { SignOutReport } from '../../shared/requests/auth.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { idMatchesAddress } from '../../domain/account-id.ts'
import type { AccountRemovalReason, Accounts } from '../../core/accounts.ts'
import { ownerOf, type PendingLogouts } from './pending-logouts.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { UnconfirmedSessions } from './unconfirmed-sessions.ts'
import type { Vault } from '../../core/vault.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'

/** Signs accounts out: on this computer in any case, and at the service if it can be reached. */
export interface SignOut {
  /**
   * Retires the token, removes the account from this computer, and logs out at the service. Rejects if the disk
   * refuses.
   */
  signOut(accountId: string): Promise<Result<SignOutReport>>
  /** Logs out the tokens that are only in memory and would be lost when the app quits; sends one request for each. */
  endUnsaved(): Promise<void>
  /** The app is about to quit: limits how long pending work delays a sign-out. */
  finish(): void
}

/**
 * Dependencies of the sign-out. `settle` finishes the account's pending work before its token is retired,
 * and resolves with the names of the sessions whose ends it could not confirm.
 */
export interface SignOutDependencies {
  accounts: Accounts
  vault: Vault
  logouts: PendingLogouts
  renewals: {
    underWay(accountId: string): Promise<Result<null>> | null
    /** Whether a renewal was sent whose outcome is not known. */
    isOpen(accountId: string): boolean
  }
  unconfirmedSessions: Pick<UnconfirmedSessions, 'during'>
  work: WorkUnderWay
  transportOf(accountId: string, baseUrl: string): Transport
  settle(accountId: string): Promise<readonly string[]>
  /** The name of the account's own session in its list; null when unknown. */
  deviceName(accountId: string): string | null
  /** Runs once the account is removed from this computer. */
  accountRemoved(accountId: string, reason: AccountRemovalReason): void
  clock: Clock
  log: Log
}

/** Failures without a response of the service. */
const UNREACHED: ReadonlySet<Failure['kind']> = new Set(['offline', 'timeout', 'outcomeUnknown', 'tls'])

/** How long pending work may delay a sign-out while the app quits. */
const MAX_SETTLE_ON_QUIT_MS = 2_000

/** Creates the service. A second call during a sign-out gets the result of the first. */
export function createSignOut(dependencies: SignOutDependencies): SignOut {
  const { accounts, vault, logouts, renewals, settle, accountRemoved, log } = dependencies
  const running = new Map<string, Promise<Result<SignOutReport>>>()
  const loggedOutOnQuit = new Set<string>()
  let stopWaiting = (): void => undefined
  const quitting = new Promise<readonly string[]>((resolve) => (stopWaiting = () => resolve([])))

  async function signOutAccount(account: Account): Promise<Result<SignOutReport>> {
    const { id } = account
    const isRenewalOpen = (): boolean => renewals.isOpen(id) || accounts.get(id)?.status === 'renewalLost'
    const wasOpen = isRenewalOpen()
    const unended = await Promise.race([settle(id), quitting])
    const report = (service: SignOutReport['service']): Result<SignOutReport> =>
      ok(unended.length > 0 ? { service, unended } : { service })
    // An instance API token is not this app's session, so it stays valid.
    if (account.credential.kind === 'instance') {
      await vault.remove(id)
      accounts.remove(id)
      accountRemoved(id, 'removed')
      return report('notAsked')
    }
    const isOpen = wasOpen || isRenewalOpen()
    // A renewal that began before or during the retirement may issue a new token, so wait for both.
    const before = renewals.underWay(id)
    const owner = ownerOf(account, dependencies.deviceName(id))
    const { retired, response: sent } = await logouts.retire(owner, () => accounts.remove(id))
    const after = renewals.underWay(id)
    // Whoever left a signed-in account asked for no removal, whatever ended its session meanwhile.
    const isSignOut = account.status === 'signedIn' || retired.kind === 'readable'
    accountRemoved(id, isSignOut ? 'signedOut' : 'removed')
    const mayBeRenewed = mayBeLost(await before) || mayBeLost(await after)
    const response = await sent
    if (response === null) return report('notAsked')
    // A renewal that was carried out revoked the token, and its new one was lost.
    const isLost = mayBeRenewed || (isOpen && response.ok && response.value === 'wasRevoked')
    return report(response.ok && isLost ? 'unreachable' : reportOf(response))
  }

  /** Logs out a token that is only in memory. */
  async function endSession(account: Account): Promise<void> {
    await settle(account.id)
    const stored = await vault.get(account.id)
    if (stored.kind !== 'readable' || !idMatchesAddress(account) || loggedOutOnQuit.has(stored.token)) return
    loggedOutOnQuit.add(stored.token)
    const { baseUrl, user } = account
    const deviceName = dependencies.deviceName(account.id)
    await dependencies.unconfirmedSessions.during(
      { cause: 'signOut', baseUrl, name: user.name, deviceName },
      async () => {
        const response = await logout(dependencies.transportOf(account.id, baseUrl), stored.token)
        if (!response.ok)
          log.info('account.signOutFailed', { account: account.id, failure: response.failure.kind })
        return response
      },
      (response) => (response.ok ? 'deleted' : 'shown'),
    )
  }

  return {
    signOut(accountId) {
      const account = accounts.get(accountId)
      const known = running.get(accountId)
      if (known) return known
      if (!account) return Promise.resolve(failed({ kind: 'notFound' }))
      const result = dependencies.work.track(signOutAccount(account)).finally(() => running.delete(accountId))
      running.set(accountId, result)
      return result
    },

    async endUnsaved() {
      const unsaved = accounts
        .all()
        .filter(({ id, credential }) => credential.kind === 'user' && vault.isUnsaved(id))
      await Promise.all(unsaved.map(endSession))
    },

    finish: () => void dependencies.clock.after(MAX_SETTLE_ON_QUIT_MS, stopWaiting),
  }
}

/** Whether the service may have issued a new token that was lost. */
function mayBeLost(renewal: Result<null> | null): boolean {
  return renewal !== null && !renewal.ok && mayHaveBeenApplied(renewal.failure)
}

function reportOf(response: Result<unknown>): SignOutReport['service'] {
  if (response.ok) return 'confirmed'
  return UNREACHED.has(response.failure.kind) ? 'unreachable' : 'refused'
}
