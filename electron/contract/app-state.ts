import type { Account } from './account.ts'
import type { AccountAlerts, RenewalTrouble } from './activity.ts'
import type { PasswordReport } from './password.ts'
import type { UnconfirmedSession } from './session.ts'
import type { Locale, Settings } from './settings.ts'
import type { Keeping } from './token-storage.ts'

/** Everything the window needs besides the sessions; holds no secret. */
export interface Desk {
  version: string
  runtime: string
  deviceName: string
  settings: Settings
  locale: Locale
  keeping: Keeping
  online: boolean
  /** Whether a tray was found on this desktop. */
  hasTray: boolean
  /** The system did not take the last notification, or takes none. */
  notificationsRefused: boolean
  accounts: Account[]
  shownAccountId: string | null
  passwordReports: PasswordReport[]
  renewalTroubles: RenewalTrouble[]
  unconfirmedSessions: UnconfirmedSession[]
  /** The app is about to quit, and finishes first what is under way. */
  isFinishing: boolean
  /** The new sign-ins that nobody has answered for, by account; accounts without any are left out. */
  alerts: AccountAlerts[]
}
