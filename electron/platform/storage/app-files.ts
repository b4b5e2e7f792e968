import { FILE_FORMATS } from '../../core/file-formats.ts'
import { INITIAL_SETTINGS } from '../../shared/initial-settings.ts'
import type { OpenAccountFiles } from './account-files.ts'
import type { OpenJsonStore } from './json-store.ts'

/** Opens all files of the app; `ofServices` are those of `ServiceDependencies`. Logs damaged files. */
export function openAppFiles(open: OpenJsonStore, accountFiles: OpenAccountFiles) {
  const formats = FILE_FORMATS
  const files = {
    vault: open(formats.vault, {}),
    renewals: open(formats.renewals, {}),
    orphans: open(formats.orphans, {}),
    passwords: open(formats.passwords, {}),
    history: accountFiles(formats.history),
    ledgers: accountFiles(formats.ledger),
    reviews: accountFiles(formats.review),
    rules: open(formats.rules, {}),
    logouts: open(formats.logouts, {}),
    unconfirmed: open(formats.unconfirmed, []),
  }
  return {
    accounts: open(formats.accounts, { accounts: [], activeAccountId: null }),
    settings: open(formats.settings, INITIAL_SETTINGS),
    window: open(formats.window, { bounds: null, zoom: 1 }),
    hints: open(formats.hints, { tray: false, lossesSeenAt: 0 }),
    view: open(formats.view, {}),
    ofServices: files,
  }
}
