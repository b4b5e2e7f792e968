import type { JsonStore, Log, OnAccountForgotten } from './ports.ts'

/** One value per account in one file; that of an account that is gone is removed. */
export interface AccountStore<T> {
  get(accountId: string): T | null
  all(): [accountId: string, value: T][]
  /** Null removes the value. Throws when the disk refuses; then nothing has changed. */
  set(accountId: string, value: T | null): void
  /** As `set`, but a disk that refuses costs a warning in the log. Returns whether the value is on the disk. */
  trySet(accountId: string, value: T | null): boolean
}

/** What a store works with. */
export interface AccountStorePorts<T> {
  file: JsonStore<Record<string, T>>
  /** The line of the log when the disk refuses what `trySet` writes. */
  warning: string
  /** Whether a value that the disk refuses is used all the same until the app ends. */
  keepsRefused?: boolean
  log: Log
  onAccountForgotten: OnAccountForgotten
}

/** A store over its file. */
export function createAccountStore<T>(ports: AccountStorePorts<T>): AccountStore<T> {
  const { file, warning, keepsRefused = false, log, onAccountForgotten } = ports
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
