import { isSameEmail } from '../shared/email.ts'
import type { Accounts } from './accounts.ts'
import type { JsonStore, Log } from './ports.ts'

/** The email of each account whose data are kept on this computer, also after a sign-out, by account id. */
export type AccountOwnersFile = Record<string, string>

/**
 * Whose data are kept under an account's id. A service that was set up anew gives the numbers of its former users to other
 * people, and an account's id is derived from that number.
 */
export interface AccountOwners {
  /** The email of the person whose data are kept, if it is certainly not this email; otherwise null. */
  formerOwner(accountId: string, email: string): string | null
  /** Stores the emails of the accounts; one that changes while its account is kept is of the same person. */
  record(): void
  /** Call it when the data of an account are deleted. */
  forget(accountId: string): void
}

/** Creates the service over its file. If the disk refuses, the emails stay in memory, with a warning in the log. */
export function createAccountOwners(
  store: JsonStore<AccountOwnersFile>,
  accounts: Pick<Accounts, 'all' | 'get'>,
  log: Log,
): AccountOwners {
  let emails = store.read()

  function write(next: AccountOwnersFile): void {
    emails = next
    try {
      store.write(next)
    } catch {
      log.warn('owners.notSaved')
    }
  }

  return {
    formerOwner(accountId, email) {
      const known = accounts.get(accountId)?.user.email || (emails[accountId] ?? '')
      return known === '' || email === '' || isSameEmail(known, email) ? null : known
    },
    record() {
      const users = accounts.all().filter(({ credential, user }) => credential.kind === 'user' && user.email)
      const changed = users.filter(({ id, user }) => emails[id] !== user.email)
      if (changed.length === 0) return
      write({ ...emails, ...Object.fromEntries(changed.map(({ id, user }) => [id, user.email])) })
    },
    forget(accountId) {
      const { [accountId]: email, ...rest } = emails
      if (email !== undefined) write(rest)
    },
  }
}
