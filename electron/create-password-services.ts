import type { Transport } from './api/transport.ts'
import type { AccountStore } from './core/account-store.ts'
import type { Accounts } from './core/accounts.ts'
import type { Gateway } from './core/gateway.ts'
import type { Clock, Log, OnAccountForgotten } from './core/ports.ts'
import type { ServiceEmitter } from './core/service-events.ts'
import type { HistoryRepository } from './features/activity/index.ts'
import {
  createPasswordJournal,
  createPasswordProbes,
  createPasswords,
  type PasswordJournalFile,
} from './features/password/index.ts'
import type { SessionLists } from './features/sessions/index.ts'

/** What the change of a password needs of the other services. */
export interface PasswordParts {
  accounts: Accounts
  gateway: Gateway
  history: HistoryRepository
  lists: SessionLists
  events: ServiceEmitter
  store: AccountStore<PasswordJournalFile[string]>
  transportTo(baseUrl: string): Transport
  /** Identifies the page that the window shows. */
  page(): number | null
  onAccountForgotten: OnAccountForgotten
  clock: Clock
  log: Log
}

/** Creates the change of a password, its journal, and the probes that verify an unknown outcome. */
export function createPasswordServices(parts: PasswordParts) {
  const { lists, history, events } = parts
  const journal = createPasswordJournal(parts.store)
  const probes = createPasswordProbes({ ...parts, journal, refreshList: lists.refresh })
  const passwords = createPasswords({
    ...parts,
    journal,
    probes,
    known: (accountId) => lists.get(accountId).sessions,
    refreshList: lists.refresh,
    done: (accountId) => history.addEntry(accountId, 'passwordChanged'),
    settled: (outcome) => events.emit('passwordSettled', outcome),
    closed: (accountId) => events.emit('passwordClosed', accountId),
    changed: () => events.emit('stateChanged'),
  })
  return { probes, passwords }
}
