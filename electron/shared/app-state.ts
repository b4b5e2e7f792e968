import type { Account } from './account.ts'
import type { AccountAlerts, AwaySummary, RenewalWarning } from './activity.ts'
import type { PasswordReport } from './password.ts'
import type { UnconfirmedSession } from './session.ts'
import type { LostFile } from './lost-file.ts'
import type { Settings } from './settings.ts'
import type { TokenStorage } from './token-storage.ts'
import type { ViewState } from './view-state.ts'

/** The state of the app that the window shows, without the sessions; contains no secret. */
export interface AppState {
  version: string
  runtime: string
  deviceName: string
  settings: Settings
  /** A BCP 47 tag: the language of texts, with the region and the clock of dates. */
  locale: string
  tokenStorage: TokenStorage
  online: boolean
  /** Whether this desktop has a tray. */
  hasTray: boolean
  /** Whether the system refused the last notification, or refuses all of them. */
  notificationsRefused: boolean
  accounts: Account[]
  activeAccountId: string | null
  passwordReports: PasswordReport[]
  renewalWarnings: RenewalWarning[]
  /** What may still be signed in, and no account shows. */
  unconfirmedSessions: UnconfirmedSession[]
  /** Files that could not be read, or not in full, those that the person dismissed included. */
  lostFiles: LostFile[]
  /** Whether the app is quitting and finishes its work first. */
  isFinishing: boolean
  /** The unacknowledged sign-ins by account; accounts without any are left out. */
  alerts: AccountAlerts[]
  /** The summaries of changes while the person was away; accounts without changes are left out. */
  away: AwaySummary[]
  /** The ids of the accounts whose next review of their sessions is due. */
  dueReviews: string[]
  /** How the person left the window; a page reads it once. */
  view: ViewState
}
