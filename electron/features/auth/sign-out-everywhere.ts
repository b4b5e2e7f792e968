import { isTokenRevoked } from '../../api/profile.ts'
import { logoutAll } from '../../api/tokens.ts'
import { mayHaveBeenApplied } from '../../shared/failure.ts'
import type { Account } from '../../shared/account.ts'
import type { SignOutReport } from '../../shared/requests/auth.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { AccountRemovalReason, Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import { ownerOf, type PendingLogouts } from './pending-logouts.ts'
import type { Vault } from '../../core/vault.ts'
import type { WorkUnderWay } from '../../core/work-under-way.ts'

/** Dependencies; `accountRemoved` and `work` as in `SignOutDependencies`. */
export interface SignOutEverywhereDependencies {
  accounts: Accounts
  vault: Vault
  gateway: Gateway
  logouts: Pick<PendingLogouts, 'retire'>
  /** Sends nothing of an account until the returned function is called; resolves when no request is pending. */
  holdBack(accountId: string): Promise<() => void>
  accountRemoved(accountId: string, reason: AccountRemovalReason): void
  /** Records that sessions may be ended; the returned function receives the response, null if it was refused. */
  mayEnd(accountId: string, sessions: 'all'): (response: 'ended' | 'lost' | null) => void
  /** When the last good list of an account arrived, epoch ms by this computer's clock, if this token fetched it; else null. */
  checkedAt(accountId: string, token: string): number | null
  work: Pick<WorkUnderWay, 'track'>
}

/**
 * Ends all sessions of a user at the service, this one included. Removes the account from this computer only after the
 * service confirmed it.
 */
export type SignOutEverywhere = (accountId: string) => Promise<Result<SignOutReport>>

/** The sign-out, and what it learns later of one whose response was lost. */
export interface SignOutEverywhereService {
  signOutEverywhere: SignOutEverywhere
  /** A list changed: if its token is that of a lost sign-out and still works, nothing was ended. */
  disproveSignOut(accountId: string): void
}

/** Creates the service. */
export function createSignOutEverywhere(
  dependencies: SignOutEverywhereDependencies,
): SignOutEverywhereService {
  const { accounts, vault, gateway } = dependencies
  /** The sign-outs whose outcome is not known, by account. */
  const lost = new Map<string, { used: string; listedAt: number | null; takeBack(): void }>()

  /**
   * Sends the request once. If the response was lost or says nothing, a token that still works proves that nothing was ended. One that
   * is revoked proves nothing: it may have been ended otherwise.
   */
  async function endAll(accountId: string): Promise<Result<{ used: string }>> {
    let used = ''
    let answered: ReturnType<typeof dependencies.mayEnd> = () => undefined
    const ended = await gateway.callAsOnce(accountId, (transport, token) => {
      used = token
      answered = dependencies.mayEnd(accountId, 'all')
      return logoutAll(transport, token)
    })
    const isUnclear = !ended.ok && mayHaveBeenApplied(ended.failure)
    answered(ended.ok ? 'ended' : isUnclear ? 'lost' : null)
    if (!isUnclear) return ended.ok ? ok({ used }) : ended
    const isOver = await gateway.callAsOnce(accountId, (transport) => isTokenRevoked(transport, used))
    if (isOver.ok && !isOver.value) answered(null)
    else if (!isOver.ok) {
      const listedAt = dependencies.checkedAt(accountId, used)
      lost.set(accountId, { used, listedAt, takeBack: () => answered(null) })
    }
    return ended
  }

  async function signOutEverywhere(accountId: string): Promise<Result<SignOutReport>> {
    const account = accounts.get(accountId)
    if (!account) return failed({ kind: 'notFound' })
    if (account.credential.kind === 'instance') return failed({ kind: 'forbidden' })
    const release = await dependencies.holdBack(accountId)
    try {
      return await askAndRemove(account)
    } finally {
      // Refused, all is as before.
      if (accounts.get(accountId)) release()
    }
  }

  async function askAndRemove(account: Account): Promise<Result<SignOutReport>> {
    const { id: accountId } = account
    const ended = await catchStorageError(() => endAll(accountId))
    if (!ended.ok) return ended
    const removeAccount = (): void => accounts.remove(accountId)
    const storeEnd = (): void => accounts.storeSignedOut(accountId)
    const removed = await catchStorageError(async () => {
      if (await vault.remove(accountId, ended.value.used, storeEnd)) removeAccount()
      // A newer token may still be valid, so it gets its own logout.
      else await (await dependencies.logouts.retire(ownerOf(account, null), removeAccount)).response
      return ok(null)
    })
    // What the service confirmed is so, whatever the disk says: the next call finds that a token which stays has ended.
    if (removed.ok) dependencies.accountRemoved(accountId, 'signedOutEverywhere')
    return ok({ service: 'confirmed' })
  }

  return {
    signOutEverywhere: (accountId) => dependencies.work.track(signOutEverywhere(accountId)),
    disproveSignOut(accountId) {
      const open = lost.get(accountId)
      const listedAt = open ? dependencies.checkedAt(accountId, open.used) : null
      if (!open || listedAt === null || listedAt === open.listedAt) return
      lost.delete(accountId)
      open.takeBack()
    },
  }
}
