import { logout } from '../api/tokens.ts'
import type { Transport } from '../api/transport.ts'
import type { SignOutReport } from '../contract/requests.ts'
import { failed, ok, type Result } from '../contract/result.ts'
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

/** What signing out works with. `settle` finishes what was asked of this account before its token goes. */
export interface SignOutPorts {
  accounts: Accounts
  vault: Vault
  transportOf(accountId: string, baseUrl: string): Transport
  settle(accountId: string): Promise<void>
  log: Log
}

/** Makes the sign-out. */
export function createSignOut({ accounts, vault, transportOf, settle, log }: SignOutPorts): SignOut {
  async function tell(accountId: string, baseUrl: string, token: string): Promise<boolean> {
    const answer = await logout(transportOf(accountId, baseUrl), token)
    // A token that the service no longer knows is as good as revoked.
    const confirmed = answer.ok || answer.failure.kind === 'unauthenticated'
    if (!answer.ok) log.info('account.signOutAnswer', { account: accountId, failure: answer.failure.kind })
    return confirmed
  }

  return {
    async signOut(accountId) {
      const account = accounts.get(accountId)
      if (!account) return failed({ kind: 'notFound' })
      await settle(accountId)
      const held = await vault.get(accountId)
      await vault.remove(accountId)
      accounts.remove(accountId)
      const confirmed = held.state === 'held' && (await tell(accountId, account.baseUrl, held.token))
      return ok({ confirmed })
    },

    async endUnsaved() {
      const ends = accounts.all().map(async ({ id, baseUrl }) => {
        const held = vault.isUnsaved(id) ? await vault.get(id) : null
        if (held?.state === 'held') await tell(id, baseUrl, held.token)
      })
      await Promise.all(ends)
    },
  }
}
