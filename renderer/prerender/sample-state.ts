import type { Account } from '../../electron/shared/account.ts'
import type { AppState } from '../../electron/shared/app-state.ts'
import { DEVICE_KINDS } from '../../electron/shared/device.ts'
import type { LastKnownList } from '../../electron/shared/last-known-list.ts'
import type { Locale } from '../../electron/shared/settings.ts'
import { placeholder } from '../../electron/shared/static-document.ts'

/** The state of a start without accounts, with placeholders for the values that only the start knows. */
export function signInState(locale: Locale): AppState {
  return {
    version: '',
    runtime: '',
    deviceName: placeholder('deviceName'),
    settings: {
      theme: 'system',
      language: locale,
      renewal: 'never',
      pollInterval: '10s',
      keepInTray: true,
      keepWithoutTray: false,
      notifications: true,
      server: placeholder('server'),
    },
    locale,
    tokenStorage: { location: 'keyring', reason: null, backend: '' },
    online: true,
    hasTray: true,
    notificationsRefused: false,
    accounts: [],
    activeAccountId: null,
    passwordReports: [],
    renewalWarnings: [],
    unconfirmedSessions: [],
    isFinishing: false,
    alerts: [],
    dueReviews: [],
  }
}

const ACCOUNT: Account = {
  id: 'sample',
  baseUrl: 'https://sample.invalid/api/v1',
  user: {
    id: 1,
    name: placeholder('userName'),
    email: '',
    role: null,
    locale: null,
    timezone: null,
    emailVerified: null,
    twoFactorEnabled: null,
    tenant: { id: 1, name: placeholder('place'), status: '' },
  },
  credential: { kind: 'user' },
  status: 'signedIn',
}

/** The state of a start with one account, with placeholders. */
export function signedInState(locale: Locale): AppState {
  return { ...signInState(locale), accounts: [ACCOUNT], activeAccountId: ACCOUNT.id }
}

/** An id that no other number in the page contains. */
const FIRST_ID = 987_654_300
const DAY_MS = 86_400_000

/** The list of `signedInState`: this device first, then one of each kind. `checkedAt` is `days` before `now`. */
export function sampleList(now: number, days: number): LastKnownList {
  const sessions = [...DEVICE_KINDS.slice(0, 1), ...DEVICE_KINDS].map((kind, index) => ({
    id: FIRST_ID + index,
    name: placeholder('name'),
    kind,
    lastUsedAt: now - DAY_MS,
    createdAt: now - DAY_MS,
    isCurrent: index === 0,
  }))
  return { checkedAt: now - days * DAY_MS, skew: 0, count: sessions.length, sessions }
}
