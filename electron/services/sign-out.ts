import { logout } from '../api/tokens.ts'
import type { Transport } from '../api/transport.ts'
import type { Failure } from '../contract/failure.ts'
import type { Account } from '../contract/models.ts'
import type { SignOutReport } from '../contract/requests.ts'
import { failed, ok, type Result } from '../contract/result.ts'
import { isBound } from '../domain/account-id.ts'
import type { Accounts } from './accounts.ts'
import type { Log } from './ports.ts'
import type { Vault } from './vault.ts'

/** Signing out: here for certain, and at the service when it can be reached. */
export interface SignOut {
  /** Forgets the token and the account on this computer first, then tells the service. */
  signOut(accountId: string): Promise<Result<SignOutReport>>
  /** Ends, at the service, the sessions whose tokens live in memory only and would be lost when the app ends. */
  endUnsaved(): Promise<void>
}

/** How an account went: `removed` is one that was not signed in any more, or whose token goes on elsewhere. */
export type Farewell = 'signedOut' | 'signedOutEverywhere' | 'removed'

/** What signing out works with. `settle` finishes what was asked of this account before its token goes. */
export interface SignOutPorts {
  accounts: Accounts
  vault: Vault
  transportOf(accountId: string, baseUrl: string): Transport
  settle(accountId: string): Promise<void>
  /** Called once the account is gone from this computer, and how. */
  forgotten(accountId: string, way: Farewell): void
  log: Log
}

/** Failures after which no answer of the service came. */
const NOT_REACHED: ReadonlySet<Failure['kind']> = new Set(['offline', 'timeout', 'outcomeUnknown', 'tls'])

/** Makes the sign-out. A second click gets the answer of the first. */
export function createSignOut({
  accounts,
  vault,
  transportOf,
  settle,
  forgotten,
  log,
}: SignOutPorts): SignOut {
  const leaving = new Map<string, Promise<Result<SignOutReport>>>()

  async function tell(account: Account, token: string): Promise<SignOutReport['service']> {
    // An instance API token goes on: what was signed in is not this app.
    if (account.credential.kind === 'instance') return 'notAsked'
    if (!isBound(account)) return 'refused'
    const answer = await logout(transportOf(account.id, account.baseUrl), token)
    if (!answer.ok) log.info('account.signOutAnswer', { account: account.id, failure: answer.failure.kind })
    if (answer.ok) return 'confirmed'
    return NOT_REACHED.has(answer.failure.kind) ? 'unreachable' : 'refused'
  }

  async function leave(account: Account): Promise<Result<SignOutReport>> {
    await settle(account.id)
    const held = await vault.get(account.id)
    await vault.remove(account.id)
    accounts.remove(account.id)
    const wasSignedIn = held.state === 'held' && account.credential.kind === 'user'
    forgotten(account.id, wasSignedIn ? 'signedOut' : 'removed')
    return ok({ service: held.state === 'held' ? await tell(account, held.token) : 'notAsked' })
  }

  return {
    signOut(accountId) {
      const account = accounts.get(accountId)
      const running = leaving.get(accountId)
      if (running) return running
      if (!account) return Promise.resolve(failed({ kind: 'notFound' }))
      const left = leave(account).finally(() => leaving.delete(accountId))
      leaving.set(accountId, left)
      return left
    },

    async endUnsaved() {
      const ends = accounts.all().map(async (account) => {
        if (!vault.isUnsaved(account.id)) return
        await settle(account.id)
        const held = await vault.get(account.id)
        if (held.state === 'held') await tell(account, held.token)
      })
      await Promise.all(ends)
    },
  }
}
