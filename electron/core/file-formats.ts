import type { z } from 'zod'
import { settingsFile } from '../shared/settings-schemas.ts'
import { viewStateSchema } from '../shared/view-state-schema.ts'
import { ledgerSchema } from './end-schemas.ts'
import * as repairs from './file-repairs.ts'
import * as schemas from './file-schemas.ts'

/** The format of one file, or of one kind of file with one for each account. */
export interface FileFormat<T extends object> {
  name: string
  schema: z.ZodType<T>
  /** Values for parts of a damaged file without which the others would be lost too. */
  fallback?: Partial<T>
  /** Makes what could be read of a damaged file hold together; null if nothing of it is of use. */
  repair?(readable: T): T | null
}

function format<T extends object>(name: string, schema: z.ZodType<T>): FileFormat<T> {
  return { name, schema }
}

/** The formats of all files. CONTRIBUTING.md says how to change one. */
export const FILE_FORMATS = {
  accounts: { ...format('accounts', schemas.accountsFileSchema), fallback: { accounts: [] } },
  settings: format('settings', settingsFile),
  window: format('window', schemas.windowStateSchema),
  hints: format('hints', schemas.oneTimeHintsSchema),
  view: format('view', viewStateSchema),
  vault: format('vault', schemas.ciphertextsSchema),
  renewals: format('renewals', schemas.renewalJournalSchema),
  orphans: format('orphans', schemas.orphansSchema),
  passwords: format('passwords', schemas.passwordJournalSchema),
  rules: format('rules', schemas.rulesSchema),
  logouts: format('logouts', schemas.pendingLogoutsSchema),
  unconfirmed: format('unconfirmed', schemas.unconfirmedSessionsSchema),
  history: {
    ...format('history', schemas.historySchema),
    fallback: { owner: '', since: 0, checkedAt: null, viewedAt: null, nextKey: 1, sessions: [], entries: [] },
    repair: repairs.repairHistory,
  },
  ledger: {
    ...format('ledger', ledgerSchema),
    fallback: { nextNumber: 1, batches: [], ends: [] },
    repair: repairs.repairLedger,
  },
  review: {
    ...format('review', schemas.reviewsSchema),
    fallback: { open: null, finished: [] },
  },
} satisfies Record<string, FileFormat<object>>
