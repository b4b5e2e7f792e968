import type { Transport } from '../api/transport.ts'
import type { Events } from '../contract/events.ts'
import type { SessionList } from '../contract/models.ts'
import type { Visibility } from '../domain/polling.ts'
import { msOf } from '../domain/token-expiry.ts'
import { createAccounts, type AccountBook, type Accounts } from './accounts.ts'
import { createConnect, type Connect } from './connect.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { createOrphans, type LostRenewals, type Orphans } from './orphans.ts'
import type { Failures } from './failures.ts'
import type { Cabinet, Changed, Cipher, Clock, Log, NewId } from './ports.ts'
import { refreshUser } from './profile.ts'
import { createRenewalMarks, type RenewalMarkers } from './renewal-marks.ts'
import { createRenewals, type Renewals } from './renewals.ts'
import { createRevocations, type Revocations } from './revocations.ts'
import { createSessionLists, type SessionLists } from './session-lists.ts'
import { createServiceClocks } from './service-clocks.ts'
import type { SettingsService } from './settings.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import { createSignOut, type SignOut } from './sign-out.ts'
import { refreshStandings } from './standings.ts'
import { createVault, type Ciphertexts, type Vault } from './vault.ts'
import { createWatch, type Watch } from './watch.ts'

/** Everything that the services need of the outside, and whom they tell. */
export interface Outside {
  files: {
    accounts: Cabinet<AccountBook>
    vault: Cabinet<Ciphertexts>
    renewals: Cabinet<RenewalMarkers>
    orphans: Cabinet<LostRenewals>
  }
  settings: SettingsService
  cipher: Cipher
  transportOf(key: string, baseUrl: string): Transport
  clock: Clock
  log: Log
  newId: NewId
  random(): number
  visibility(): Visibility
  isOnline(): boolean
  failures: Failures
  accountsChanged: Changed
  listChanged(list: SessionList): void
  ended(event: Events['session:settled']): void
}

/** The services, wired to each other. */
export interface Wired {
  accounts: Accounts
  vault: Vault
  gateway: Gateway
  lists: SessionLists
  revocations: Revocations
  signIn: SignIn
  connect: Connect
  signOut: SignOut
  renewals: Renewals
  watch: Watch
  orphans: Orphans
  /** Finds out which accounts have their token; again after the keyring was opened. */
  findTokens(): Promise<void>
  /** Whether something would be lost if the app ended now. */
  hasUnfinished(): boolean
  /** Sends what was asked, and ends at the service what lives in memory only. */
  finish(): Promise<void>
}

/** Wires the services to each other; nothing is read but the accounts, and nothing sent. */
export function compose(outside: Outside): Wired {
  const { clock, log, random, failures } = outside
  const transportOf = (key: string, baseUrl: string): Transport =>
    failures.watching(outside.transportOf(key, baseUrl))
  const accounts = createAccounts(outside.files.accounts, log, outside.accountsChanged)
  const vault = createVault({ cipher: outside.cipher, cabinet: outside.files.vault, log })
  const serviceClocks = createServiceClocks(clock)
  const orphans = createOrphans(outside.files.orphans, log)
  const marks = createRenewalMarks(outside.files.renewals, orphans.lost, log)
  const renewals = createRenewals({
    accounts,
    vault,
    transportOf,
    marks,
    serviceClocks,
    currentSession(accountId) {
      const current = lists.get(accountId).sessions?.find(({ isCurrent }) => isCurrent)
      return current ? { id: current.id, name: current.name } : null
    },
    every: () => msOf(outside.settings.get().renewal),
    clock,
    random,
    log,
  })
  const gateway = createGateway({
    accounts,
    vault,
    transportOf,
    freshen: renewals.freshen,
    marks,
    failed: failures.note,
    clock,
    log,
  })
  const lists = createSessionLists({
    gateway,
    clock,
    heard: serviceClocks.heard,
    leftBehind: orphans.idIn,
    changed: outside.listChanged,
  })
  const revocations = createRevocations({ lists, gateway, clock, log, settled: outside.ended })

  const entrance = {
    accounts,
    vault,
    transportTo: (baseUrl: string) => transportOf('sign-in', baseUrl),
    rememberServer(server: string) {
      try {
        outside.settings.update({ server })
      } catch {
        log.warn('settings.notSaved')
      }
    },
    signedIn(accountId: string) {
      renewals.forget(accountId)
      void refreshUser(accountId, accounts, gateway)
      void lists.check(accountId)
    },
    clock,
  }
  const signIn = createSignIn({ ...entrance, newId: outside.newId })
  const connect = createConnect(entrance)
  const signOut = createSignOut({
    accounts,
    vault,
    transportOf,
    settle: (accountId) => revocations.settle(accountId),
    forgotten(accountId) {
      lists.forget(accountId)
      renewals.forget(accountId)
      orphans.forget(accountId)
      serviceClocks.forget(accountId)
    },
    log,
  })
  const watch = createWatch({
    accounts,
    lists,
    gateway,
    visibility: outside.visibility,
    isOnline: outside.isOnline,
    renewalIn: renewals.dueIn,
    clock,
    random,
  })

  return {
    accounts,
    vault,
    gateway,
    lists,
    revocations,
    signIn,
    connect,
    signOut,
    renewals,
    watch,
    orphans,
    async findTokens() {
      await vault.check()
      await refreshStandings(accounts, vault)
    },
    hasUnfinished: () => revocations.hasPending() || accounts.all().some(({ id }) => vault.isUnsaved(id)),
    async finish() {
      watch.stop()
      await Promise.all([revocations.settle(), signOut.endUnsaved()])
    },
  }
}
