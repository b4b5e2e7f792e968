import type { UnmatchedSignIn } from '../../shared/session.ts'
import { ok, type Result } from '../../shared/result.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import type { AccountOwners } from '../../core/account-owners.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Changed } from '../../core/ports.ts'
import type { Vault } from '../../core/vault.ts'
import type { PendingLogouts } from './pending-logouts.ts'

/**
 * The tokens in the vault whose account is not known any more, because the files that say it were lost. They are never sent, since
 * their server is not known either, and stay until the person has them forgotten or signs in to their account.
 */
export interface UnmatchedSignIns {
  /** Looks for them, once lost accounts are restored and logouts are resumed. */
  find(): Promise<void>
  all(): UnmatchedSignIn[]
  /** Deletes the token, without any request. `misconfigured`: the disk refuses. Does nothing for the token of an account. */
  forget(id: string): Promise<Result<null>>
}

export interface UnmatchedSignInDependencies {
  vault: Pick<Vault, 'holders' | 'get' | 'remove'>
  accounts: Pick<Accounts, 'get'>
  logouts: Pick<PendingLogouts, 'isPending'>
  owners: Pick<AccountOwners, 'emailOf'>
  changed: Changed
}

/** Creates the service; it knows of none until `find`, so that a sign-in under way is none. */
export function createUnmatchedSignIns(dependencies: UnmatchedSignInDependencies): UnmatchedSignIns {
  const { vault, accounts, logouts, owners } = dependencies
  let found: readonly UnmatchedSignIn[] = []

  const findKeys = (): string[] =>
    vault.holders().filter((key) => accounts.get(key) === null && !logouts.isPending(key))

  function all(): UnmatchedSignIn[] {
    const keys = new Set(findKeys())
    return found.filter(({ id }) => keys.has(id))
  }

  return {
    async find() {
      found = await Promise.all(
        findKeys().map(async (id) => {
          // That of a retired token, which is another account's, cannot be read by its key.
          const stored = await vault.get(id)
          const at = stored.kind === 'readable' ? stored.issuedAt : null
          return { id, cause: 'unmatched' as const, email: owners.emailOf(id), at }
        }),
      )
      if (found.length > 0) dependencies.changed()
    },
    all,
    forget: (id) =>
      catchStorageError(async () => {
        if (all().some((each) => each.id === id)) await vault.remove(id)
        dependencies.changed()
        return ok(null)
      }),
  }
}
