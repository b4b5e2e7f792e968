import type { JsonStore, Log, OnAccountForgotten } from './ports.ts'

/** Stores one value per account; deletes the value when the account is forgotten. */
export interface AccountStore<T> {
  get(accountId: string): T | null
  all(): [accountId: string, value: T][]
  /** Null deletes the value. Throws if the disk refuses; the value is then unchanged. */
  set(accountId: string, value: T | null): void
  /**
   * Like `set`, but logs a warning if the disk refuses; the value is then unchanged, unless `keepsRefused` is set. Returns whether
   * the value is on disk.
   */
  trySet(accountId: string, value: T | null): boolean
}

export interface StoreOptions {
  /** Whether a value that the disk refused to `trySet` stays in memory until the app quits. */
  keepsRefused?: boolean
  onAccountForgotten?: OnAccountForgotten
}

/** Where the values are: one file for each account, or one for all. `all` are the values with the written one. */
export interface ValuesOnDisk<T> {
  read(): Readonly<Record<string, T>>
  write(accountId: string, value: T | null, all: Record<string, T>): void
}

export interface AccountStoreDependencies<T> extends StoreOptions {
  disk: ValuesOnDisk<T>
  /** The log event when the disk refuses a write of `trySet`. */
  warning: string
  log: Log
  onAccountForgotten: OnAccountForgotten
}

/** The options of a store whose values outlive a sign-out: whoever creates it deletes those of a removed account. */
export const KEPT = { onAccountForgotten: () => undefined } satisfies StoreOptions

/** One file with the values of all accounts. */
export function inOneFile<T>(file: JsonStore<Record<string, T>>): ValuesOnDisk<T> {
  return { read: () => file.read(), write: (_accountId, _value, all) => file.write(all) }
}

/** Reads all values, creates an account store of them, and registers it for forgotten accounts. */
export function createAccountStore<T>(dependencies: AccountStoreDependencies<T>): AccountStore<T> {
  const { disk, warning, keepsRefused = false, log, onAccountForgotten } = dependencies
  let values = disk.read()

  function set(accountId: string, value: T | null, isKept = false): void {
    const { [accountId]: before, ...rest } = values
    if (before === undefined && value === null) return
    const next = value === null ? rest : { ...rest, [accountId]: value }
    if (isKept) values = next
    disk.write(accountId, value, next)
    values = next
  }

  function trySet(accountId: string, value: T | null): boolean {
    try {
      set(accountId, value, keepsRefused)
      return true
    } catch {
      log.warn(warning, { account: accountId })
      return false
    }
  }

  onAccountForgotten((accountId) => void trySet(accountId, null))

  return {
    get: (accountId) => values[accountId] ?? null,
    all: () => Object.entries(values),
    set: (accountId, value) => set(accountId, value),
    trySet,
  }
}
