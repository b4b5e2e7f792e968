import type { Account, AccountStatus, User } from '../shared/account.ts'
import type { z } from 'zod'
import type { JsonStore, Changed, Log } from './ports.ts'
import type { accountsFileSchema } from './file-schemas.ts'
import type { Vault } from './vault.ts'

/** What is kept about accounts between runs; no secret. */
export type AccountsFile = z.infer<typeof accountsFileSchema>

/** The accounts that the app knows, and which one is shown. */
export interface Accounts {
  all(): readonly Account[]
  get(accountId: string): Account | null
  active(): Account | null
  /** Adds an account, or brings it up to date, and shows it. */
  add(account: Account): void
  select(accountId: string): void
  setStatus(accountId: string, standing: AccountStatus): void
  setUser(accountId: string, user: User): void
  remove(accountId: string): void
}

/** Why an account left this computer: `removed` had no valid sign-in any more, or its token goes on elsewhere. */
export type AccountRemovalReason = 'signedOut' | 'signedOutEverywhere' | 'removed'

/** Makes the registry over its file. Which account is shown falls to the first one left when the shown one goes. */
export function createAccounts(store: JsonStore<AccountsFile>, log: Log, changed: Changed): Accounts {
  let book = store.read()

  function write(accounts: Account[], activeAccountId: string | null): void {
    const exists = accounts.some(({ id }) => id === activeAccountId)
    book = { accounts, activeAccountId: exists ? activeAccountId : (accounts[0]?.id ?? null) }
    try {
      store.write(book)
    } catch {
      // The token is safe or not by itself; a full disk is no reason to sign anybody out or to stop the start.
      log.warn('accounts.notSaved')
    }
    changed()
  }

  function change(accountId: string, part: Partial<Account>): void {
    const accounts = book.accounts.map((account) =>
      account.id === accountId ? { ...account, ...part } : account,
    )
    write(accounts, book.activeAccountId)
  }

  const get = (accountId: string | null): Account | null =>
    book.accounts.find(({ id }) => id === accountId) ?? null

  return {
    all: () => book.accounts,
    get,
    active: () => get(book.activeAccountId),
    add(account) {
      const known = get(account.id) !== null
      const accounts = known
        ? book.accounts.map((other) => (other.id === account.id ? account : other))
        : [...book.accounts, account]
      write(accounts, account.id)
    },
    select: (accountId) => write(book.accounts, accountId),
    setStatus(accountId, standing) {
      if (get(accountId)?.status !== standing) change(accountId, { status: standing })
    },
    setUser: (accountId, user) => change(accountId, { user }),
    remove: (accountId) =>
      write(
        book.accounts.filter(({ id }) => id !== accountId),
        book.activeAccountId,
      ),
  }
}

/** Finds out, at the start and after the keyring was asked again, which accounts still have their token. */
export async function refreshAccountStatuses(accounts: Accounts, vault: Vault): Promise<void> {
  for (const { id, status: standing } of accounts.all()) {
    const held = await vault.get(id)
    if (held.state === 'held') accounts.setStatus(id, 'signedIn')
    else if (held.state === 'unreadable') accounts.setStatus(id, 'unreadable')
    else if (standing !== 'signedOut' && standing !== 'renewalLost') accounts.setStatus(id, 'notPersisted')
  }
}
