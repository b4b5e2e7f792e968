import type { JsonStore, Log, OnAccountForgotten } from './ports.ts'

/** Stores one value per account in one file; deletes the value when the account is forgotten. */
export interface AccountStore<T> {
  get(accountId: string): T | null
  all(): [accountId: string, value: T][]
  /** Null deletes the value. Throws if the disk refuses; the value is then unchanged, unless `keepsRefused` is set. */
  set(accountId: string, value: T | null): void
  /** Like `set`, but logs a warning if the disk refuses. Returns whether the value is on disk. */
  trySet(accountId: string, value: T | null): boolean
}

export interface StoreOptions {
  /** Whether a value that the disk refused stays in memory until the app quits. */
  keepsRefused?: boolean
  onAccountForgotten?: OnAccountForgotten
}

export interface AccountStoreDependencies<T> extends StoreOptions {
  file: JsonStore<Record<string, T>>
  /** The log event when the disk refuses a write of `trySet`. */
  warning: string
  log: Log
  onAccountForgotten: OnAccountForgotten
}

/** The options of a store whose values outlive a sign-out: whoever creates it deletes those of a removed account. */
export const KEPT: StoreOptions = { onAccountForgotten: () => undefined }

/** Creates an account store and registers it for forgotten accounts. */
export function createAccountStore<T>(dependencies: AccountStoreDependencies<T>): AccountStore<T> {
  const { file, warning, keepsRefused = false, log, onAccountForgotten } = dependencies
  let refused: Record<string, T> | null = null
  const read = (): Record<string, T> => refused ?? file.read()

  function set(accountId: string, value: T | null): void {
    const { [accountId]: before, ...rest } = read()
    if (before === undefined && value === null) return
    const next = value === null ? rest : { ...rest, [accountId]: value }
    if (keepsRefused) refused = next
    file.write(next)
    refused = null
  }

  function trySet(accountId: string, value: T | null): boolean {
    try {
      set(accountId, value)
      return true
    } catch {
      log.warn(warning, { account: accountId })
      return false
    }
  }

  onAccountForgotten((accountId) => void trySet(accountId, null))

  return { get: (accountId) => read()[accountId] ?? null, all: () => Object.entries(read()), set, trySet }
}
