import type { z } from 'zod'
import { SETTINGS_VERSION } from '../shared/settings.ts'
import { settingsFile } from '../shared/settings-schemas.ts'
import { viewStateSchema } from '../shared/view-state-schema.ts'
import type { Migration } from '../domain/file-version.ts'
import * as migrations from './file-migrations.ts'
import { ledgerSchema, queuedEndsSchema, revocationsSchema } from './end-schemas.ts'
import * as repairs from './file-repairs.ts'
import * as schemas from './file-schemas.ts'

/** The format of one file, or of one kind of file with one for each account. */
export interface FileFormat<T extends object> {
  name: string
  /** The content in the current version. */
  schema: z.ZodType<T>
  /** From each version to the next, the first from version 1. */
  migrations: readonly Migration[]
  /** Values for parts of a damaged file without which the others would be lost too. */
  fallback?: Partial<T>
  /** Makes what could be read of a damaged file hold together; null if nothing of it is of use. */
  repair?(readable: T): T | null
}

function format<T extends object>(
  name: string,
  schema: z.ZodType<T>,
  ...steps: readonly Migration[]
): FileFormat<T> {
  return { name, schema, migrations: steps }
}

/**
 * The formats of all files: name, schema of the current version, and the migrations to it, which give its number.
 * CONTRIBUTING.md says how to change one.
 */
export const FILE_FORMATS = {
  accounts: { ...format('accounts', schemas.accountsFileSchema), fallback: { accounts: [] } },
  settings: format('settings', settingsFile, ...migrations.ofSettings(SETTINGS_VERSION)),
  window: format('window', schemas.windowStateSchema),
  hints: format('hints', schemas.oneTimeHintsSchema, migrations.withLossesSeen),
  view: format('view', viewStateSchema),
  vault: format('vault', schemas.ciphertextsSchema),
  renewals: format('renewals', schemas.renewalJournalSchema),
  orphans: format('orphans', schemas.orphansSchema),
  passwords: format('passwords', schemas.passwordJournalSchema),
  revocations: format('revocations', revocationsSchema),
  notes: format('notes', schemas.sessionNotesSchema, migrations.withNoteKeys),
  rules: format('rules', schemas.rulesSchema, migrations.withExemptionKeys),
  logouts: format('logouts', schemas.pendingLogoutsSchema),
  unconfirmed: format('unconfirmed', schemas.unconfirmedSessionsSchema),
  owners: format('owners', schemas.accountOwnersSchema, migrations.withOwnedAccounts),
  history: {
    ...format('history', schemas.historySchema, migrations.withSessionKeys, migrations.withRulesAsActors),
    fallback: { since: 0, checkedAt: null, viewedAt: null, nextKey: 1, sessions: [], entries: [] },
    repair: repairs.repairHistory,
  },
  list: format('list', schemas.lastKnownListSchema, migrations.asItIs),
  sessions: format('sessions', schemas.formerListSchema),
  ends: { ...format('ends', queuedEndsSchema), fallback: { queued: [], unsent: [] } },
  ledger: {
    ...format('ledger', ledgerSchema),
    fallback: { nextNumber: 1, batches: [], ends: [], unsent: [] },
    repair: repairs.repairLedger,
  },
  review: {
    ...format('review', schemas.reviewsSchema, migrations.withReviewKeys),
    fallback: { open: null, last: null },
  },
} satisfies Record<string, FileFormat<object>>
