import type { Account } from './account.ts'
import type { AccountAlerts, AwaySummary, RenewalWarning } from './activity.ts'
import type { PasswordReport } from './password.ts'
import type { UnconfirmedSession } from './session.ts'
import type { Locale, Settings } from './settings.ts'
import type { TokenStorage } from './token-storage.ts'

/** Everything that the window shows besides the sessions; holds no secret. */
export interface AppState {
  version: string
  runtime: string
  deviceName: string
  settings: Settings
  locale: Locale
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
  unconfirmedSessions: UnconfirmedSession[]
  /** Whether the app is about to quit and finishes its work first. */
  isFinishing: boolean
  /** The unacknowledged sign-ins by account; accounts without any are left out. */
  alerts: AccountAlerts[]
  /** The accounts in which something happened while the person was away, until they acknowledge it. */
  away: AwaySummary[]
  /** The ids of the accounts whose next review of their sessions is due. */
  dueReviews: string[]
}
