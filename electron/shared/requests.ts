import type { Activity } from './activity.ts'
import type { RevocationUpdate } from './bulk-revocation.ts'
import type { Failure } from './failure.ts'
import type { SessionListUpdate } from './session-list-update.ts'
import type { User } from './account.ts'
import type { AppState } from './app-state.ts'
import type { NavigationTarget, RecoveryLink } from './navigation.ts'
import type { PasswordVerdict } from './password.ts'
import type { StartAtLogin } from './settings.ts'
import type { Result } from './result.ts'
import type { Rule } from './rules.ts'

/** What a sign-in leads to: an account, or a code that is asked for before `expiresAt` (epoch ms). */
export type SignInStep =
  { next: 'signedIn'; accountId: string } | { next: 'twoFactor'; challengeId: string; expiresAt: number }

/**
 * What a registration leads to. `signIn`: the account was created, and nobody is signed in to it yet; `mayBeListed`: the
 * session that came with it could not be used, and nobody confirmed its end.
 */
export type RegisterStep = SignInStep | { next: 'signIn'; mayBeListed?: true }

/** What the service said to a sign-out; the token is gone from this computer either way. `notAsked`: there was nothing to ask. */
export interface SignOutReport {
  service: 'confirmed' | 'refused' | 'unreachable' | 'notAsked'
}

/** What became of a password's change, and how many sessions there were before and are after it, where that is known. */
export interface PasswordOutcome {
  verdict: PasswordVerdict
  failure: Failure | null
  before: number | null
  after: number | null
}

/**
 * What became of a profile's change: `user` is what is true now, and `saved` is certain either way; `failure` is why it
 * was not.
 */
export type ProfileOutcome = { saved: true; user: User } | { saved: false; user: User; failure: Failure }

/** Every request of the window, and what a good answer to it holds. Channels are `noun:verb`. */
export interface Requests {
  'appState:get': AppState
  'settings:update': null
  'startAtLogin:get': StartAtLogin
  'startAtLogin:set': StartAtLogin
  'keyring:retry': null
  'app:restart': null
  'page:failed': null
  'account:signIn': SignInStep
  'account:register': RegisterStep
  'account:addApiToken': { accountId: string }
  'account:verifyTwoFactor': { accountId: string }
  'account:cancelTwoFactor': null
  'account:select': null
  'account:renew': null
  'account:signOut': SignOutReport
  'account:signOutEverywhere': SignOutReport
  'password:change': PasswordOutcome
  'password:verifyOutcome': PasswordVerdict
  'password:dismiss': null
  'profile:refresh': User
  'profile:update': ProfileOutcome
  'password:forgot': null
  'password:reset': null
  'deepLink:take': RecoveryLink | null
  'navigation:take': NavigationTarget | null
  'session:list': SessionListUpdate
  'session:refresh': null
  'session:revoke': null
  'unconfirmedSession:dismiss': null
  'session:keepOrphan': null
  'session:annotate': null
  'session:undo': null
  'session:revokeMany': null
  'revocation:get': RevocationUpdate
  'revocation:undo': null
  'revocation:pause': null
  'revocation:resume': null
  'revocation:cancel': null
  'revocation:retry': null
  'revocation:dismiss': null
  'alert:acknowledge': null
  'alert:acknowledgeAll': null
  'activity:get': Activity
  'activity:export': { saved: boolean }
  'activity:clear': null
  'rule:get': Rule
  'rule:set': null
  'diagnostics:copy': null
  'diagnostics:openFolder': null
}

/** The name of a request's channel. */
export type RequestName = keyof Requests
/** What the window gets back. */
export type Answer<N extends RequestName> = Result<Requests[N]>
