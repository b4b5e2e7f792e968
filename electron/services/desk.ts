import type { Desk } from '../contract/app-state.ts'
import type { Locale } from '../contract/settings.ts'
import { pickLocale } from '../domain/pick-locale.ts'
import type { Accounts } from './accounts.ts'
import type { Alerts } from './alerts.ts'
import type { Passwords } from './passwords.ts'
import type { Notifier } from './ports.ts'
import type { RenewalTroubles } from './renewal-troubles.ts'
import type { SettingsService } from './settings.ts'
import type { UnconfirmedSessions } from './unconfirmed-sessions.ts'
import type { Vault } from './vault.ts'

/** What the desk is made of. `systemLocales` are BCP 47 tags, the preferred one first. */
export interface DeskParts {
  version: string
  runtime: string
  hostname: string
  systemLocales: readonly string[]
  accounts: Accounts
  settings: SettingsService
  vault: Vault
  passwords: Pick<Passwords, 'reports'>
  renewalTroubles: Pick<RenewalTroubles, 'all'>
  alerts: Pick<Alerts, 'open'>
  unconfirmedSessions: Pick<UnconfirmedSessions, 'all'>
  isOnline(): boolean
  hasTray(): boolean
  notifier: Pick<Notifier, 'isRefused'>
  isFinishing(): boolean
}

/** The language of the app. It depends on nothing that is itself said in a language, such as the names of sessions. */
export function localeOf({
  settings,
  accounts,
  systemLocales,
}: Pick<DeskParts, 'settings' | 'accounts' | 'systemLocales'>): Locale {
  return pickLocale(settings.get().language, accounts.shown()?.user.locale ?? null, systemLocales)
}

/** The state of everything the window shows besides the sessions. */
export function deskOf(parts: DeskParts): Desk {
  const settings = parts.settings.get()
  const shown = parts.accounts.shown()
  return {
    version: parts.version,
    runtime: parts.runtime,
    deviceName: `Session Desk on ${parts.hostname}`,
    settings,
    locale: localeOf(parts),
    keeping: parts.vault.keeping(),
    online: parts.isOnline(),
    hasTray: parts.hasTray(),
    notificationsRefused: parts.notifier.isRefused(),
    accounts: [...parts.accounts.all()],
    shownAccountId: shown?.id ?? null,
    passwordReports: parts.passwords.reports(),
    renewalTroubles: parts.renewalTroubles.all(),
    unconfirmedSessions: parts.unconfirmedSessions.all(),
    isFinishing: parts.isFinishing(),
    alerts: parts.alerts.open(),
  }
}
