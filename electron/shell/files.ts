import type { ServiceDependencies } from '../services/dependencies.ts'
import { FIRST_SETTINGS } from '../services/settings.ts'
import {
  accountBookShape,
  ciphertextsShape,
  endingsShape,
  hintsShape,
  historyShape,
  lostRenewalsShape,
  passwordMarksShape,
  pendingLogoutsShape,
  renewalMarkersShape,
  rulesShape,
  sessionNotesShape,
  settingsShape,
  unconfirmedSessionsShape,
  windowPlaceShape,
} from '../services/file-schemas.ts'
import type { OpenAccountFiles } from './account-files.ts'
import type { OpenJsonStore } from './json-store.ts'

/** Opens every file that the app keeps, each with what a new one holds. */
export function openAppFiles(open: OpenJsonStore, accountFiles: OpenAccountFiles) {
  const files: ServiceDependencies['files'] = {
    vault: open('vault', ciphertextsShape, {}),
    renewals: open('renewals', renewalMarkersShape, {}),
    orphans: open('orphans', lostRenewalsShape, {}),
    passwords: open('passwords', passwordMarksShape, {}),
    endings: open('endings', endingsShape, {}),
    notes: open('notes', sessionNotesShape, {}),
    history: accountFiles('history', historyShape),
    rules: open('rules', rulesShape, {}),
    logouts: open('logouts', pendingLogoutsShape, {}),
    unconfirmed: open('unconfirmed', unconfirmedSessionsShape, []),
  }
  return {
    accounts: open('accounts', accountBookShape, { accounts: [], shownAccountId: null }),
    settings: open('settings', settingsShape, FIRST_SETTINGS),
    window: open('window', windowPlaceShape, { place: null }),
    hints: open('hints', hintsShape, { tray: false }),
    ofServices: files,
  }
}
