import type { Account, AccountStatus, User } from '../shared/account.ts'
import type { z } from 'zod'
import { accountIdOf } from '../domain/account-id.ts'
import type { JsonStore, Changed, Log } from './ports.ts'
import type { accountsFileSchema } from './file-schemas.ts'
import type { StoredToken, Vault } from './vault.ts'

/** The content of the accounts file; no secret. */
export type AccountsFile = z.infer<typeof accountsFileSchema>

/** The known accounts, and the active one. */
export interface Accounts {
  all(): readonly Account[]
  get(accountId: string): Account | null
  active(): Account | null
  /**
   * The ids of all accounts here of the user of one, itself first, and that of a sign-in that was signed out: what one of them did,
   * this app did.
   */
  ofSameUser(accountId: string): readonly string[]
  /** Adds or updates an account, and makes it the active one. */
  add(account: Account): void
  select(accountId: string): void
  setStatus(accountId: string, status: AccountStatus): void
  /**
   * Stores that an account is signed out, for the next start only: its token is removed next, and if the app is killed then,
   * that start must not report that the token was never stored.
   */
  storeSignedOut(accountId: string): void
  setUser(accountId: string, user: User): void
  remove(accountId: string): void
  /**
   * `forget` runs before each removal is stored: what it deletes is gone for the next sign-in too, if the app is killed before
   * `accountRemoved`.
   */
  beforeRemoval(forget: (accountId: string) => void): void
}

/** Why an account was removed from this computer. `removed`: it had no readable token, or its API token stays valid. */
export type AccountRemovalReason = 'signedOut' | 'signedOutEverywhere' | 'removed'

/**
 * Creates the accounts over their file. If the disk refuses, they change in memory only, with a warning in the log.
 * When the active account is removed, the first remaining account becomes active.
 */
export function createAccounts(store: JsonStore<AccountsFile>, log: Log, changed: Changed): Accounts {
  let file = store.read()
  const forgets: ((accountId: string) => void)[] = []

  function save(next: AccountsFile): void {
    try {
      store.write(next)
    } catch {
      // The vault stores tokens separately. A full disk must not sign anybody out or stop the start.
      log.warn('accounts.notSaved')
    }
  }

  function write(accounts: Account[], activeAccountId: string | null): void {
    const exists = accounts.some(({ id }) => id === activeAccountId)
    file = { accounts, activeAccountId: exists ? activeAccountId : (accounts[0]?.id ?? null) }
    save(file)
    changed()
  }

  const withPart = (accountId: string, part: Partial<Account>): Account[] =>
    file.accounts.map((account) => (account.id === accountId ? { ...account, ...part } : account))

  const change = (accountId: string, part: Partial<Account>): void =>
    write(withPart(accountId, part), file.activeAccountId)

  const get = (accountId: string | null): Account | null =>
    file.accounts.find(({ id }) => id === accountId) ?? null

  return {
    all: () => file.accounts,
    get,
    active: () => get(file.activeAccountId),
    ofSameUser(accountId) {
      const account = get(accountId)
      // The user of an API token may be unknown.
      if (!account || account.user.id === 0) return [accountId]
      const { baseUrl, user } = account
      const same = file.accounts.filter((other) => other.baseUrl === baseUrl && other.user.id === user.id)
      return [...new Set([accountId, ...same.map(({ id }) => id), accountIdOf(baseUrl, user.id)])]
    },
    add(account) {
      const known = get(account.id) !== null
      const accounts = known
        ? file.accounts.map((other) => (other.id === account.id ? account : other))
        : [...file.accounts, account]
      write(accounts, account.id)
    },
    select: (accountId) => write(file.accounts, accountId),
    setStatus(accountId, status) {
      if (get(accountId)?.status !== status) change(accountId, { status })
    },
    storeSignedOut: (accountId) => save({ ...file, accounts: withPart(accountId, { status: 'signedOut' }) }),
    setUser: (accountId, user) => change(accountId, { user }),
    remove(accountId) {
      for (const forget of forgets) forget(accountId)
      write(
        file.accounts.filter(({ id }) => id !== accountId),
        file.activeAccountId,
      )
    },
    beforeRemoval: (forget) => void forgets.push(forget),
  }
}

/**
 * Sets each account's status by its token in the vault, at the start and after another try to open the keyring.
 * `onRead` receives each readable token.
 */
export async function refreshAccountStatuses(
  accounts: Accounts,
  vault: Vault,
  onRead: (accountId: string, token: StoredToken & { kind: 'readable' }) => void,
): Promise<void> {
  for (const { id } of accounts.all()) {
    const stored = await vault.get(id)
    const status = accounts.get(id)?.status
    if (stored.kind === 'readable') {
      onRead(id, stored)
      accounts.setStatus(id, 'signedIn')
    } else if (stored.kind === 'unreadable') accounts.setStatus(id, 'unreadable')
    else if (status !== 'signedOut' && status !== 'renewalLost') accounts.setStatus(id, 'notPersisted')
  }
}
