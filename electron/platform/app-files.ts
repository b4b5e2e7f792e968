import { INITIAL_SETTINGS } from '../core/settings.ts'
import {
  accountsFileSchema,
  ciphertextsSchema,
  revocationsSchema,
  reviewsSchema,
  oneTimeHintsSchema,
  historySchema,
  lastKnownListSchema,
  orphansSchema,
  passwordJournalSchema,
  pendingLogoutsSchema,
  queuedEndsSchema,
  renewalJournalSchema,
  rulesSchema,
  sessionNotesSchema,
  settingsSchema,
  unconfirmedSessionsSchema,
  wholeListSchema,
  windowStateSchema,
} from '../core/file-schemas.ts'
import type { OpenAccountFiles } from './account-files.ts'
import type { OpenJsonStore } from './json-store.ts'

/** Opens all files of the app; `ofServices` are those of `ServiceDependencies`. Logs damaged files. */
export function openAppFiles(open: OpenJsonStore, accountFiles: OpenAccountFiles) {
  const files = {
    vault: open('vault', ciphertextsSchema, {}),
    renewals: open('renewals', renewalJournalSchema, {}),
    orphans: open('orphans', orphansSchema, {}),
    passwords: open('passwords', passwordJournalSchema, {}),
    revocations: open('revocations', revocationsSchema, {}),
    notes: open('notes', sessionNotesSchema, {}),
    history: accountFiles('history', historySchema),
    lists: accountFiles('list', lastKnownListSchema),
    wholeLists: accountFiles('sessions', wholeListSchema),
    queuedEnds: accountFiles('ends', queuedEndsSchema),
    reviews: accountFiles('review', reviewsSchema),
    rules: open('rules', rulesSchema, {}),
    logouts: open('logouts', pendingLogoutsSchema, {}),
    unconfirmed: open('unconfirmed', unconfirmedSessionsSchema, []),
  }
  return {
    accounts: open('accounts', accountsFileSchema, { accounts: [], activeAccountId: null }),
    settings: open('settings', settingsSchema, INITIAL_SETTINGS),
    window: open('window', windowStateSchema, { bounds: null }),
    hints: open('hints', oneTimeHintsSchema, { tray: false }),
    ofServices: files,
  }
}
