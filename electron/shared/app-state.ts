import type { Account } from './account.ts'
import type { AccountAlerts, RenewalWarning } from './activity.ts'
import type { PasswordReport } from './password.ts'
import type { UnconfirmedSession } from './session.ts'
import type { Locale, Settings } from './settings.ts'
import type { TokenStorage } from './token-storage.ts'

/** Everything the window needs besides the sessions; holds no secret. */
export interface AppState {
  version: string
  runtime: string
  deviceName: string
  settings: Settings
  locale: Locale
  tokenStorage: TokenStorage
  online: boolean
  /** Whether a tray was found on this desktop. */
  hasTray: boolean
  /** The system did not take the last notification, or takes none. */
  notificationsRefused: boolean
  accounts: Account[]
  activeAccountId: string | null
  passwordReports: PasswordReport[]
  renewalWarnings: RenewalWarning[]
  unconfirmedSessions: UnconfirmedSession[]
  /** The app is about to quit, and finishes first what is under way. */
  isFinishing: boolean
  /** The new sign-ins that nobody has answered for, by account; accounts without any are left out. */
  alerts: AccountAlerts[]
}
