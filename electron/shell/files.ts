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
import type { OpenCabinet } from './json-store.ts'

/** Opens every file that the app keeps, each with what a new one holds. */
export function openAppFiles(cabinet: OpenCabinet, accountFiles: OpenAccountFiles) {
  const files: ServiceDependencies['files'] = {
    accounts: cabinet('accounts', accountBookShape, { accounts: [], shownAccountId: null }),
    vault: cabinet('vault', ciphertextsShape, {}),
    renewals: cabinet('renewals', renewalMarkersShape, {}),
    orphans: cabinet('orphans', lostRenewalsShape, {}),
    passwords: cabinet('passwords', passwordMarksShape, {}),
    endings: cabinet('endings', endingsShape, {}),
    notes: cabinet('notes', sessionNotesShape, {}),
    history: accountFiles('history', historyShape),
    rules: cabinet('rules', rulesShape, {}),
    logouts: cabinet('logouts', pendingLogoutsShape, {}),
    unconfirmed: cabinet('unconfirmed', unconfirmedSessionsShape, []),
  }
  return {
    settings: cabinet('settings', settingsShape, FIRST_SETTINGS),
    window: cabinet('window', windowPlaceShape, { place: null }),
    hints: cabinet('hints', hintsShape, { tray: false }),
    ofServices: files,
  }
}
