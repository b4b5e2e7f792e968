import type { RevocationTarget, RevocationUpdate } from './ending.ts'
import type { Activity, ActivityFilter, ExportFormat } from './activity.ts'
import type { Failure } from './failure.ts'
import type { SessionListUpdate } from './list-news.ts'
import type { Annotation } from './device.ts'
import type {
  Desk,
  PasswordVerdict,
  Place,
  ProfileChange,
  RecoveryLink,
  SessionIdentity,
  Settings,
  StartAtLogin,
  User,
} from './models.ts'
import type { Rule, RuleSettings, RuleDays } from './rules.ts'
import type { Result } from './result.ts'

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

/** Every request of the window: its payload and what a good answer holds. Channels are `noun:verb`. */
export interface Requests {
  'desk:get': { payload: null; value: Desk }
  'settings:update': {
    payload: Partial<Omit<Settings, 'server'>>
    value: null
  }
  'startAtLogin:get': { payload: null; value: StartAtLogin }
  'startAtLogin:set': { payload: { on: boolean }; value: StartAtLogin }
  'keyring:retry': { payload: null; value: null }
  'app:restart': { payload: null; value: null }
  /** An error of the page that nothing caught: its name, and file, line and column; no message. */
  'page:failed': { payload: { name: string; at: string }; value: null }
  'account:signIn': {
    payload: { server: string; email: string; password: string; deviceName: string }
    value: SignInStep
  }
  'account:register': {
    payload: {
      server: string
      name: string
      email: string
      password: string
      passwordConfirmation: string
      deviceName: string
      termsAccepted: boolean
    }
    value: RegisterStep
  }
  'account:connect': { payload: { server: string; token: string }; value: { accountId: string } }
  'account:verify': { payload: { challengeId: string; code: string }; value: { accountId: string } }
  'account:abandon': { payload: { challengeId: string }; value: null }
  'account:show': { payload: { accountId: string }; value: null }
  'account:renew': { payload: { accountId: string }; value: null }
  'account:signOut': { payload: { accountId: string }; value: SignOutReport }
  'account:signOutEverywhere': { payload: { accountId: string }; value: SignOutReport }
  'password:change': {
    payload: { accountId: string; currentPassword: string; password: string; passwordConfirmation: string }
    value: PasswordOutcome
  }
  'password:findOut': { payload: { accountId: string }; value: PasswordVerdict }
  'password:dismiss': { payload: { accountId: string }; value: null }
  'profile:refresh': { payload: { accountId: string }; value: User }
  'profile:update': { payload: { accountId: string; change: ProfileChange }; value: ProfileOutcome }
  'password:forgot': { payload: { server: string; email: string }; value: null }
  'password:reset': {
    payload: { server: string; token: string; email: string; password: string; passwordConfirmation: string }
    value: null
  }
  'link:take': { payload: null; value: RecoveryLink | null }
  'place:take': { payload: null; value: Place | null }
  'session:list': { payload: { accountId: string }; value: SessionListUpdate }
  'session:refresh': { payload: { accountId: string }; value: null }
  'session:revoke': { payload: { accountId: string; session: SessionIdentity }; value: null }
  'unconfirmedSession:dismiss': { payload: { id: string }; value: null }
  'session:keepLeftBehind': { payload: { accountId: string }; value: null }
  'session:annotate': {
    payload: { accountId: string; sessionId: number; part: Partial<Annotation> }
    value: null
  }
  'session:undo': { payload: { accountId: string; sessionId: number }; value: null }
  'session:endMany': { payload: { accountId: string; choice: RevocationTarget }; value: null }
  'ending:get': { payload: { accountId: string }; value: RevocationUpdate }
  'ending:undo': { payload: { accountId: string }; value: null }
  'ending:pause': { payload: { accountId: string }; value: null }
  'ending:resume': { payload: { accountId: string }; value: null }
  'ending:cancel': { payload: { accountId: string }; value: null }
  'ending:retry': { payload: { accountId: string }; value: null }
  'ending:dismiss': { payload: { accountId: string }; value: null }
  'alert:itWasMe': { payload: { accountId: string; sessionId: number }; value: null }
  'alert:allMine': { payload: { accountId: string }; value: null }
  'activity:get': { payload: { accountId: string }; value: Activity }
  'activity:export': {
    payload: { accountId: string; format: ExportFormat; filter: ActivityFilter }
    value: { saved: boolean }
  }
  'activity:clear': { payload: { accountId: string }; value: null }
  'rule:get': { payload: { accountId: string; instead?: RuleDays }; value: Rule }
  'rule:set': { payload: { accountId: string; choice: RuleSettings }; value: null }
  'diagnostics:copy': { payload: null; value: null }
  'diagnostics:openFolder': { payload: null; value: null }
}

/** The name of a request's channel. */
export type RequestName = keyof Requests
/** What the window sends with a request. */
export type Payload<N extends RequestName> = Requests[N]['payload']
/** What the window gets back. */
export type Answer<N extends RequestName> = Result<Requests[N]['value']>
