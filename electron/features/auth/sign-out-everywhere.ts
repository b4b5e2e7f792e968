import { isTokenRevoked } from '../../api/profile.ts'
import { logoutAll } from '../../api/tokens.ts'
import { mayHaveBeenApplied } from '../../shared/failure.ts'
import type { SignOutReport } from '../../shared/requests.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { AccountRemovalReason, Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import { catchStorageError } from '../../core/catch-storage-error.ts'
import { ownerOf, type PendingLogouts } from './pending-logouts.ts'
import type { Vault } from '../../core/vault.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'

/** What signing out everywhere works with; the last three as in `SignOutPorts`. */
export interface SignOutEverywherePorts {
  accounts: Accounts
  vault: Vault
  gateway: Gateway
  logouts: Pick<PendingLogouts, 'retire'>
  settle(accountId: string): Promise<void>
  accountRemoved(accountId: string, way: AccountRemovalReason): void
  work: Pick<WorkUnderWay, 'track'>
}

/** Ends all of a user's sessions at the service, this one included; here only once that is certain. */
export type SignOutEverywhere = (accountId: string) => Promise<Result<SignOutReport>>

/** Makes it. */
export function createSignOutEverywhere(ports: SignOutEverywherePorts): SignOutEverywhere {
  const { accounts, vault, gateway } = ports

  /** Whether it was done, asked once, and after a lost answer found out with the token, which it would have ended too. */
  async function endAll(accountId: string): Promise<Result<{ used: string }>> {
    let used = ''
    const ended = await gateway.callAsOnce(accountId, (transport, token) => {
      used = token
      return logoutAll(transport, token)
    })
    if (ended.ok) return ok({ used })
    if (!mayHaveBeenApplied(ended.failure)) return ended
    const isOver = await gateway.callAsOnce(accountId, (transport) => isTokenRevoked(transport, used))
    return isOver.ok && isOver.value ? ok({ used }) : ended
  }

  async function leave(accountId: string): Promise<Result<SignOutReport>> {
    const account = accounts.get(accountId)
    if (!account) return failed({ kind: 'notFound' })
    if (account.credential.kind === 'instance') return failed({ kind: 'forbidden' })
    await ports.settle(accountId)
    const ended = await catchStorageError(() => endAll(accountId))
    if (!ended.ok) return ended
    const removeAccount = (): void => accounts.remove(accountId)
    if (await vault.remove(accountId, ended.value.used)) removeAccount()
    // A token that took its place meanwhile may be younger than the answer, and works on.
    else await (await ports.logouts.retire(ownerOf(account, null), removeAccount)).answer
    ports.accountRemoved(accountId, 'signedOutEverywhere')
    return ok({ service: 'confirmed' })
  }

  return (accountId) => ports.work.track(leave(accountId))
}
