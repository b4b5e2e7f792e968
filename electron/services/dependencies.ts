import type { Transport } from '../api/transport.ts'
import type { Locale } from '../contract/settings.ts'
import type { History } from '../domain/history.ts'
import type { Visibility } from '../domain/polling.ts'
import type { Translate } from '../domain/words.ts'
import type { Accounts } from './accounts.ts'
import type { RulesFile } from './end-rules.ts'
import type { RevocationsFile } from './revocation-file.ts'
import type { ServiceEmitter } from './events.ts'
import type { Failures } from './failures.ts'
import type { LostRenewals } from './orphans.ts'
import type { PasswordJournalFile } from './password-journal.ts'
import type { PendingLogoutsFile } from './pending-logouts.ts'
import type { AccountFiles, JsonStore, Cipher, Clock, Log, NewId } from './ports.ts'
import type { RenewalJournalFile } from './renewal-journal.ts'
import type { SessionNotesFile } from './session-notes.ts'
import type { SettingsService } from './settings.ts'
import type { UnconfirmedSessionsFile } from './unconfirmed-sessions.ts'
import type { Ciphertexts } from './vault.ts'

/** Everything that the services need of the outside, and where they announce what happens. */
export interface ServiceDependencies {
  files: {
    vault: JsonStore<Ciphertexts>
    renewals: JsonStore<RenewalJournalFile>
    orphans: JsonStore<LostRenewals>
    passwords: JsonStore<PasswordJournalFile>
    revocations: JsonStore<RevocationsFile>
    notes: JsonStore<SessionNotesFile>
    history: AccountFiles<History>
    rules: JsonStore<RulesFile>
    logouts: JsonStore<PendingLogoutsFile>
    unconfirmed: JsonStore<UnconfirmedSessionsFile>
  }
  /** Known before the services: the language depends on the account that is shown. */
  accounts: Accounts
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
  translate: Translate
  visibility(): Visibility
  /** Which page the window shows, by a number that no other page gets; null while there is no window. */
  page(): number | null
  isOnline(): boolean
  failures: Failures
  events: ServiceEmitter
}
