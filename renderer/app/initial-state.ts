import type { Account } from '../../electron/shared/account.ts'
import type { AppState } from '../../electron/shared/app-state.ts'
import type { PageAccount } from '../../electron/shared/static-document.ts'
import { INITIAL_SETTINGS } from '../../electron/shared/initial-settings.ts'
import { languageOf } from '../../electron/shared/languages.ts'
import type { Theme } from '../../electron/shared/settings.ts'

/** The values that the page has before main has loaded its services. `server` is a base URL or empty. */
export interface KnownAtStart {
  locale: string
  theme: Theme
  server: string
  deviceName: string
  account?: PageAccount
}

/**
 * The state that a static document is rendered in, and that the page starts with until main sends the real one. It assumes that
 * the account is signed in, the keyring and the network work, and nothing needs attention.
 */
export function initialState({ locale, theme, server, deviceName, account }: KnownAtStart): AppState {
  return {
    version: '',
    runtime: '',
    deviceName,
    settings: { ...INITIAL_SETTINGS, theme, language: languageOf(locale), server },
    locale,
    tokenStorage: { location: 'keyring', reason: null, backend: '' },
    online: true,
    hasTray: true,
    notificationsRefused: false,
    accounts: account ? [signedIn(account)] : [],
    activeAccountId: account?.id ?? null,
    passwordReports: [],
    renewalWarnings: [],
    unconfirmedSessions: [],
    lostFiles: [],
    isFinishing: false,
    alerts: [],
    away: [],
    dueReviews: [],
    view: {},
  }
}

function signedIn({ id, baseUrl, name, email, tenant, timezone, locale }: PageAccount): Account {
  return {
    id,
    baseUrl,
    user: {
      id: 0,
      name,
      email,
      role: null,
      locale,
      timezone,
      emailVerified: null,
      twoFactorEnabled: null,
      tenant: tenant === null ? null : { id: 0, name: tenant, status: '' },
    },
    credential: { kind: 'user' },
    status: 'signedIn',
  }
}
