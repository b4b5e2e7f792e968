import type { z } from 'zod'
import { isSameEmail } from '../shared/email.ts'
import type { Account } from '../shared/account.ts'
import { userWith } from '../shared/user-with.ts'
import { idMatchesAddress } from '../domain/account-id.ts'
import type { Accounts } from './accounts.ts'
import type { accountOwnersSchema } from './file-schemas.ts'
import type { JsonStore, Log } from './ports.ts'

/** Whose data are kept on this computer, also after a sign-out, by account id. */
export type AccountOwnersFile = z.infer<typeof accountOwnersSchema>
type Owner = AccountOwnersFile[string]

/**
 * Whose data are kept under an account's id. A service that was set up anew gives the numbers of its former users to other
 * people, and an account's id is derived from that number.
 */
export interface AccountOwners {
  /** The email of the person whose data are kept, if it is certainly not this email; otherwise null. */
  formerOwner(accountId: string, email: string): string | null
  /** Stores the owners of the accounts; an email that changes while its account is kept is of the same person. */
  record(): void
  /**
   * The accounts with one of these ids that the accounts file has lost, signed in, without what the profile has beside name and
   * email. Only those whose id matches the address that their token would be sent to.
   */
  lostAccounts(ids: readonly string[]): Account[]
  /** The email of the person whose data are kept; null if it is not known. */
  emailOf(accountId: string): string | null
  /** The account is signed out: of its owner only the email is needed. */
  signedOut(accountId: string): void
  /** Call it when the data of an account are deleted. */
  forget(accountId: string): void
}

/** Creates the service over its file. If the disk refuses, the owners stay in memory, with a warning in the log. */
export function createAccountOwners(
  store: JsonStore<AccountOwnersFile>,
  accounts: Pick<Accounts, 'all' | 'get'>,
  log: Log,
): AccountOwners {
  let owners = store.read()

  function write(next: AccountOwnersFile): void {
    owners = next
    try {
      store.write(next)
    } catch {
      log.warn('owners.notSaved')
    }
  }

  return {
    formerOwner(accountId, email) {
      const known = accounts.get(accountId)?.user.email || (owners[accountId]?.email ?? '')
      return known === '' || email === '' || isSameEmail(known, email) ? null : known
    },
    record() {
      const changed = accounts.all().flatMap((account): [string, Owner][] => {
        const owner = ownerOf(account)
        return isSameOwner(owners[account.id], owner) ? [] : [[account.id, owner]]
      })
      if (changed.length > 0) write({ ...owners, ...Object.fromEntries(changed) })
    },
    lostAccounts: (ids) =>
      ids.flatMap((id) => {
        const owner = accounts.get(id) ? undefined : owners[id]
        const account = owner && accountOf(id, owner)
        return account && idMatchesAddress(account) ? [account] : []
      }),
    emailOf: (accountId) => owners[accountId]?.email || null,
    signedOut(accountId) {
      const owner = owners[accountId]
      if (owner?.account) write({ ...owners, [accountId]: { ...owner, account: null } })
    },
    forget(accountId) {
      const { [accountId]: owner, ...rest } = owners
      if (owner !== undefined) write(rest)
    },
  }
}

function ownerOf({ baseUrl, user, credential }: Account): Owner {
  return { email: user.email, account: { baseUrl, userId: user.id, name: user.name, credential } }
}

function isSameOwner(before: Owner | undefined, now: Owner): boolean {
  // Both are made by `ownerOf`, or parsed by the schema, in the same order.
  return before !== undefined && JSON.stringify(before) === JSON.stringify(now)
}

function accountOf(id: string, { email, account }: Owner): Account | null {
  if (account === null) return null
  const { baseUrl, userId, name, credential } = account
  return { id, baseUrl, user: userWith({ id: userId, name, email }), credential, status: 'signedIn' }
}
