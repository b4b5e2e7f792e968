import type { Transport } from '../api/transport.ts'
import type { EndingNews } from '../contract/ending.ts'
import type { Events } from '../contract/events.ts'
import type { NewSignIn } from '../contract/activity.ts'
import type { Locale, SessionList, UnconfirmedSession } from '../contract/models.ts'
import type { RuleRun } from '../contract/rules.ts'
import type { History } from '../domain/history.ts'
import type { SettledPassword } from '../domain/password-notice.ts'
import type { Visibility } from '../domain/polling.ts'
import type { Words } from '../domain/words.ts'
import type { AccountBook } from './accounts.ts'
import type { RulesFile } from './end-rules.ts'
import type { RevocationsFile } from './revocation-file.ts'
import type { Failures } from './failures.ts'
import type { LostRenewals } from './orphans.ts'
import type { PasswordMarksFile } from './password-marks.ts'
import type { PendingLogoutsFile } from './pending-logouts.ts'
import type { AccountFiles, Cabinet, Changed, Cipher, Clock, Log, NewId } from './ports.ts'
import type { RenewalMarkers } from './renewal-marks.ts'
import type { SessionNotesFile } from './session-notes.ts'
import type { SettingsService } from './settings.ts'
import type { UnconfirmedSessionsFile } from './unconfirmed-sessions.ts'
import type { Ciphertexts } from './vault.ts'

/** Everything that the services need of the outside, and whom they tell. */
export interface Outside {
  files: {
    accounts: Cabinet<AccountBook>
    vault: Cabinet<Ciphertexts>
    renewals: Cabinet<RenewalMarkers>
    orphans: Cabinet<LostRenewals>
    passwords: Cabinet<PasswordMarksFile>
    endings: Cabinet<RevocationsFile>
    notes: Cabinet<SessionNotesFile>
    history: AccountFiles<History>
    rules: Cabinet<RulesFile>
    logouts: Cabinet<PendingLogoutsFile>
    unconfirmed: Cabinet<UnconfirmedSessionsFile>
  }
  settings: SettingsService
  cipher: Cipher
  transportOf(key: string, baseUrl: string): Transport
  /** Closes the connections that an account leaves open. */
  releaseTransports(accountId: string): void
  clock: Clock
  log: Log
  newId: NewId
  random(): number
  /** The language of this moment, and texts in it. */
  locale(): Locale
  words: Words
  visibility(): Visibility
  /** Which page the window shows, by a number that no other page gets; null while there is no window. */
  page(): number | null
  isOnline(): boolean
  failures: Failures
  accountsChanged: Changed
  /** Who hears of what changed; made later than the services. */
  audience(): Audience
}

/** Whoever shows what the services tell. */
export interface Audience {
  listChanged(list: SessionList): void
  ended(event: Events['session:settled']): void
  endingChanged(news: EndingNews): void
  historyChanged(accountId: string): void
  /** A sign-in that this app does not know; once for each. */
  alerted(alert: NewSignIn): void
  /** It was answered, is gone, or goes on under another id. */
  alertClosed(accountId: string, sessionId: number): void
  /** A rule is ending sessions. */
  ruleRan(run: RuleRun): void
  /** What became of a change of a password, and again once more is known. */
  passwordSettled(news: SettledPassword): void
  /** Nothing more is to be said about it. */
  passwordClosed(accountId: string): void
  /** A session may still be signed in at its service. */
  sessionUnconfirmed(session: UnconfirmedSession): void
}
