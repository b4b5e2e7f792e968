import type { Annotation, Device } from './device.ts'
import type { AccountAlerts, RenewalTrouble } from './activity.ts'
import type { LastUse } from './last-use.ts'
import type { Failure } from './failure.ts'

/** The languages of the app and of the service's `locale` field. */
export const LOCALES = ['en', 'pt-BR', 'es'] as const
/** One of the app's languages, as a BCP 47 tag. */
export type Locale = (typeof LOCALES)[number]

/** The choices of appearance; `system` follows the desktop. */
export const THEMES = ['system', 'light', 'dark'] as const
/** One choice of appearance. */
export type Theme = (typeof THEMES)[number]

/** How often a token without an end is renewed; one with an end is renewed in time, whatever is chosen here. */
export const RENEWAL_INTERVALS = ['never', 'daily', 'weekly'] as const
/** One choice of a rhythm. */
export type RenewalInterval = (typeof RENEWAL_INTERVALS)[number]

/** How often the shown list is checked while the window is in view. */
export const POLL_INTERVALS = ['10s', '30s', '1min', '5min'] as const
/** One choice of a pace. */
export type Pace = (typeof POLL_INTERVALS)[number]

/** The tenant a user belongs to; `status` is shown as sent. */
export interface Tenant {
  id: number
  name: string
  status: string
}

/** A user as last told by the service; what the service left out is null. */
export interface User {
  id: number
  name: string
  email: string
  role: string | null
  locale: Locale | null
  timezone: string | null
  emailVerified: boolean | null
  twoFactorEnabled: boolean | null
  tenant: Tenant | null
}

/** What a person may change about themselves; only what is given is sent. */
export interface ProfileChange {
  name?: string
  locale?: Locale
  timezone?: string
}

/** What tells a session from all others: a service may use an id again for one that was made at another time. */
export interface SessionIdentity {
  id: number
  /** Epoch ms by the service's clock; null when it is not known. */
  createdAt: number | null
}

/** One issued token as people see it; times are epoch ms by the service's clock. */
export interface DeviceSession extends Device, Annotation {
  id: number
  /** What to show: unlike every other name of the account, and safe on one line. */
  name: string
  /** The service's own label, as one harmless line. */
  rawName: string
  lastUsedAt: LastUse
  createdAt: number | null
  isCurrent: boolean
  /** When this computer first saw it, epoch ms by the service's clock; null when it is not known. */
  firstSeenAt: number | null
  /** Whether it came since the list was last looked at. */
  isNew: boolean
  /** Whether a new one has the name of one that ended as it came: perhaps the same device with a new token. */
  mayBeRenewed: boolean
}

/**
 * `signedOut`: the service confirmed that the token is no longer valid. `notKept`: there was no keyring, so it ended with
 * the last run. `unreadable`: there is a token, but the keyring does not open it. `renewalLost`: the service replaced the
 * token, and its reply with the new one never came.
 */
export type AccountStatus = 'signedIn' | 'signedOut' | 'notKept' | 'unreadable' | 'renewalLost'

/**
 * What an account's calls are signed with: the token of a sign-in, or an instance API token, which
 * is neither renewed nor signed out. `mark` tells it from others, `hint` is what people see of it, and `acceptedBy` the
 * endpoint that took it: such a token may work at some endpoints only.
 */
export type Credential =
  { kind: 'user' } | { kind: 'instance'; mark: string; hint: string; acceptedBy: 'me' | 'sessions' }

/** One (base URL, user, credential) kept by the app; never holds the token itself. */
export interface Account {
  id: string
  baseUrl: string
  user: User
  credential: Credential
  standing: AccountStatus
}

/** Why a token is not kept: no keyring opens, the keyring does not answer, or the disk does not take it. */
export type UnpersistedReason = 'keyring' | 'noAnswer' | 'disk'

/** Where tokens are kept in this run: in the system's keyring, or in memory until the app is quit. */
export interface Keeping {
  place: 'keyring' | 'memory'
  /** Null when they are in the keyring. */
  reason: UnpersistedReason | null
  /** The name of the system's store, for diagnostics, such as `gnome_libsecret`. */
  backend: string
}

/** What a person chose; kept between runs. `auto` follows the profile, and before sign-in the system. */
export interface Settings {
  theme: Theme
  language: 'auto' | Locale
  renewal: RenewalInterval
  pace: Pace
  /** Whether the app goes on in the tray when its window is closed. */
  keepInTray: boolean
  /** Whether it does so where no tray was found, and only a new start brings it back. */
  keepWithoutTray: boolean
  /** Whether the system may be asked to show messages. */
  notifications: boolean
  /** The server address of the last sign-in as a base URL, or empty. */
  server: string
}

/** Whether the app starts when the person logs in to this computer, as the system tells it. */
export interface StartAtLogin {
  on: boolean
  /** False where nothing lasting could be started: the app was not installed, or the system has no such thing. */
  canChange: boolean
  /** It was turned on, and macOS waits for the person's approval. */
  needsApproval: boolean
}

/** What is certain about a password after a change was asked for. */
export type PasswordVerdict = 'changed' | 'unchanged' | 'notSent' | 'unknown'

/** A change of a password that a person has to know about; after a restart too. Holds no password. */
export interface PasswordReport {
  accountId: string
  /** When it was sent, epoch ms by this computer's clock. */
  at: number
  verdict: PasswordVerdict
  /** Whether the passwords are still in memory, so that signing in can tell. */
  canFindOut: boolean
  /** Whether that was tried. */
  wasProbed: boolean
  /** When signing in told so, epoch ms by this computer's clock; null when the service said so itself, or nobody did. */
  foundAt: number | null
}

/**
 * A session that may still be signed in at its service: a token that was given up and whose logout was never confirmed, or
 * a sign-in whose answer never came. Kept until people have read it; holds no secret.
 */
export interface UnconfirmedSession {
  id: string
  cause: 'signOut' | 'signIn'
  baseUrl: string
  /** The person's name; null where it is not known. */
  name: string | null
  /** What the session is called in the list; null where it is not known. */
  deviceName: string | null
  /** When it was signed out or in, epoch ms by this computer's clock. */
  at: number
}

/** What a recovery link holds: the token of the mail, which is a secret, and the email it was sent to. */
export interface RecoveryLink {
  token: string
  email: string
}

/** A page that something outside the window leads to; with null the account that is shown anyway. */
export interface Place {
  page: 'sessions' | 'settings' | 'password' | 'addAccount'
  accountId: string | null
  /** The session that it is about. */
  sessionId: number | null
}

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

/** A session whose end was asked for: until `sendAt` (epoch ms, this computer's clock) it can be undone. */
export interface PendingRevocation {
  sessionId: number
  name: string
  sendAt: number
  phase: 'undoable' | 'sending'
}

/** The live list of one account. `sessions` is null until the first answer; the current one comes first. */
export interface SessionList {
  accountId: string
  sessions: DeviceSession[] | null
  /** When the list was last confirmed, epoch ms by this computer's clock. */
  checkedAt: number | null
  /** The service's clock minus this computer's, ms. */
  skew: number
  checking: boolean
  /** Why the last check failed; null after a good one. */
  failure: Failure | null
  ends: PendingRevocation[]
  /** The id of a session that a lost renewal of this app left behind, and that nobody uses; null when there is none. */
  leftBehind: number | null
}

/** What became of an end; `alreadyGone`: somebody else was first; `notConfirmed`: the service cannot be asked now. */
export type RevocationOutcome =
  | { kind: 'ended' }
  | { kind: 'alreadyGone' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'notConfirmed'; failure: Failure }
