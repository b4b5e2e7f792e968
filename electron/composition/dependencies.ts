import type { Transport } from '../api/transport.ts'
import type { Translate } from '../shared/translate.ts'
import type { Visibility } from '../domain/visibility.ts'
import type { Accounts } from '../core/accounts.ts'
import type { ServiceEmitter } from '../core/service-events.ts'
import type { Failures } from '../core/failures.ts'
import type { AccountFiles, JsonStore, Cipher, Clock, Log, NewId } from '../core/ports.ts'
import type { SettingsService } from '../core/settings.ts'
import type { Ciphertexts } from '../core/vault.ts'
import type { ViewStates } from '../core/view-state.ts'
import type { History } from '../features/activity/index.ts'
import type { StoredReviews } from '../features/review/index.ts'
import type { RulesFile } from '../features/rules/index.ts'
import type { LedgerFile } from '../features/revocation/index.ts'
import type { LostRenewals, RenewalJournalFile } from '../features/renewal/index.ts'
import type { PasswordJournalFile } from '../features/password/index.ts'
import type { PendingLogoutsFile, UnconfirmedSessionsFile } from '../features/auth/index.ts'

/** The external dependencies of the services, and the emitter of their events. */
export interface ServiceDependencies {
  files: {
    vault: JsonStore<Ciphertexts>
    renewals: JsonStore<RenewalJournalFile>
    orphans: JsonStore<LostRenewals>
    passwords: JsonStore<PasswordJournalFile>
    history: AccountFiles<History>
    ledgers: AccountFiles<LedgerFile>
    reviews: AccountFiles<StoredReviews>
    rules: JsonStore<RulesFile>
    logouts: JsonStore<PendingLogoutsFile>
    unconfirmed: JsonStore<UnconfirmedSessionsFile>
  }
  /** Created before the services, because the language depends on the active account. */
  accounts: Accounts
  settings: SettingsService
  /** Asks natively whether to connect to a host that nobody chose. */
  confirmServer(host: string): Promise<boolean>
  view: Pick<ViewStates, 'get'>
  cipher: Cipher
  transportOf(key: string, baseUrl: string): Transport
  /** Closes the open connections of a removed account. */
  releaseTransports(accountId: string): void
  clock: Clock
  log: Log
  newId: NewId
  /** The app's version. */
  version: string
  random(): number
  /** The current locale; `translate` uses its language. */
  locale(): string
  translate: Translate
  visibility(): Visibility
  /** Identifies the page that the window shows; null without a window. */
  page(): number | null
  isOnline(): boolean
  failures: Failures
  events: ServiceEmitter
}
