import type { Activity } from './activity.ts'
import type { EndsView, RefusedTarget } from './ends.ts'
import type { Failure } from './failure.ts'
import type { SessionListUpdate } from './session-list-update.ts'
import type { User } from './account.ts'
import type { AppState } from './app-state.ts'
import type { NavigationTarget, RecoveryLink } from './navigation.ts'
import type { PasswordVerdict } from './password.ts'
import type { StartAtLogin } from './settings.ts'
import type { Result } from './result.ts'
import type { ReviewUpdate } from './review.ts'
import type { Rule } from './rules.ts'

/**
 * The next step of a sign-in: a signed-in account, a code to enter before `expiresAt` (epoch ms), or the question whether
 * the user with this `email` is the person with `formerEmail`, whose data this computer has for the same account.
 */
export type SignInStep =
  | { next: 'signedIn'; accountId: string }
  | { next: 'twoFactor'; challengeId: string; expiresAt: number }
  | { next: 'confirmOwner'; questionId: string; email: string; formerEmail: string }

/**
 * The next step of a registration. `signIn`: the account exists, and the person has to sign in. `mayBeListed`: the
 * service issued a session that could not be used, and its end is not confirmed.
 */
export type RegisterStep = SignInStep | { next: 'signIn'; mayBeListed?: true }

/**
 * The service's answer to a sign-out; the token is removed from this computer in any case. `notAsked`: no request was
 * needed.
 */
export interface SignOutReport {
  service: 'confirmed' | 'refused' | 'unreachable' | 'notAsked'
}

/** The outcome of a password change; `before` and `after` are the numbers of sessions, null when unknown. */
export interface PasswordOutcome {
  verdict: PasswordVerdict
  failure: Failure | null
  before: number | null
  after: number | null
}

/** The outcome of a profile change. `user` is the current profile; `failure` is why the change was not saved. */
export type ProfileOutcome = { saved: true; user: User } | { saved: false; user: User; failure: Failure }

/** The requests of the window by channel (`noun:verb`), each with the value of its successful response. */
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
  'account:verifyTwoFactor': SignInStep
  'account:cancelTwoFactor': null
  'account:confirmOwner': { accountId: string }
  'account:cancelOwner': null
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
  'activity:acknowledgeAway': null
  'session:refresh': null
  'session:refreshAll': null
  'session:revoke': null
  'unconfirmedSession:dismiss': null
  'session:keepOrphan': null
  'session:annotate': null
  'session:undo': null
  'session:revokeMany': { refused: RefusedTarget[] }
  'ends:get': EndsView[]
  'ends:control': null
  'ends:dismissUnsent': null
  'alert:acknowledge': null
  'alert:acknowledgeAll': null
  'activity:get': Activity
  'activity:export': { saved: boolean }
  'activity:clear': null
  'rule:get': Rule
  'rule:set': null
  'review:get': ReviewUpdate
  'review:start': null
  'review:decide': null
  'review:undo': null
  'review:finish': null
  'review:discard': null
  'review:schedule': null
  'review:saveReport': { saved: boolean }
  'diagnostics:copy': null
  'diagnostics:openFolder': null
}

/** The name of a request's channel. */
export type RequestName = keyof Requests
/** What the window receives for a request: the value, or a failure. */
export type ResponseOf<N extends RequestName> = Result<Requests[N]>
