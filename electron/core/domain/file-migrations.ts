import type { Migration } from './file-version.ts'

/**
 * Every file of the app by name, with its migrations: the first converts version 1 to version 2, and so on. The version
 * that is written is their number plus one. Without zod, because the first page reads files before it is loaded.
 */
export const FILE_MIGRATIONS = {
  accounts: [],
  settings: [],
  window: [],
  hints: [],
  vault: [],
  renewals: [],
  orphans: [],
  passwords: [],
  revocations: [],
  notes: [],
  rules: [],
  logouts: [],
  unconfirmed: [],
  history: [],
  list: [],
  sessions: [],
  ends: [],
  review: [],
} as const satisfies Record<string, readonly Migration[]>

/** The name of a file; those of accounts continue with a hyphen and the account's id. */
export type FileName = keyof typeof FILE_MIGRATIONS
