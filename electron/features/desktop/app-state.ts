import type { AppState } from '../../shared/app-state.ts'
import { defaultDeviceName } from '../../domain/device-name.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Notifier } from '../../core/ports.ts'
import type { SettingsService } from '../../core/settings.ts'
import type { Vault } from '../../core/vault.ts'
import type { ViewStates } from '../../core/view-state.ts'
import type { Alerts, AwaySummaries } from '../activity/index.ts'
import type { Passwords } from '../password/index.ts'
import type { RenewalWarnings } from '../renewal/index.ts'
import type { Reviews } from '../review/index.ts'
import type { UnconfirmedSessions } from '../auth/index.ts'
import type { LostFiles } from './lost-files.ts'

/** The sources of the state. */
interface AppStateSources {
  version: string
  runtime: string
  hostname: string
  accounts: Accounts
  settings: SettingsService
  /** The app's locale, a BCP 47 tag. */
  locale(): string
  vault: Vault
  passwords: Pick<Passwords, 'reports'>
  renewalWarnings: Pick<RenewalWarnings, 'all'>
  alerts: Pick<Alerts, 'open'>
  awaySummaries: Pick<AwaySummaries, 'all'>
  unconfirmedSessions: Pick<UnconfirmedSessions, 'all'>
  lostFiles: Pick<LostFiles, 'all'>
  reviews: Pick<Reviews, 'isDue'>
  view: Pick<ViewStates, 'get'>
  isOnline(): boolean
  hasTray(): boolean
  notifier: Pick<Notifier, 'isRefused'>
  isFinishing(): boolean
}

/** Builds the state that the window shows besides the sessions. */
export function buildAppState(parts: AppStateSources): AppState {
  const settings = parts.settings.get()
  const active = parts.accounts.active()
  return {
    version: parts.version,
    runtime: parts.runtime,
    deviceName: defaultDeviceName(parts.hostname),
    settings,
    locale: parts.locale(),
    tokenStorage: parts.vault.storage(),
    online: parts.isOnline(),
    hasTray: parts.hasTray(),
    notificationsRefused: parts.notifier.isRefused(),
    accounts: [...parts.accounts.all()],
    activeAccountId: active?.id ?? null,
    passwordReports: parts.passwords.reports(),
    renewalWarnings: parts.renewalWarnings.all(),
    unconfirmedSessions: parts.unconfirmedSessions.all(),
    lostFiles: parts.lostFiles.all(),
    isFinishing: parts.isFinishing(),
    alerts: parts.alerts.open(),
    away: parts.awaySummaries.all(),
    dueReviews: parts.accounts.all().flatMap(({ id }) => (parts.reviews.isDue(id) ? [id] : [])),
    view: parts.view.get(),
  }
}
