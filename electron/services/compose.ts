import type { Transport } from '../api/transport.ts'
import { msOf } from '../domain/token-expiry.ts'
import { createAccounts } from './accounts.ts'
import { createAnnotate } from './annotate.ts'
import { createConnect } from './connect.ts'
import { createDressing } from './dressing.ts'
import { createEndingBook } from './ending-book.ts'
import { createEndings } from './endings.ts'
import { createGateway } from './gateway.ts'
import { createOrphans } from './orphans.ts'
import type { Outside } from './outside.ts'
import { createPasswordMarks } from './password-marks.ts'
import { createPasswordProbes } from './password-probes.ts'
import { createPasswords } from './passwords.ts'
import { createProfiles } from './profiles.ts'
import { createRecovery } from './recovery.ts'
import { createRegistration } from './registration.ts'
import { createRenewalMarks } from './renewal-marks.ts'
import { createRenewals } from './renewals.ts'
import { createSessionLists } from './session-lists.ts'
import { createSessionNotes } from './session-notes.ts'
import { createServiceClocks } from './service-clocks.ts'
import { createSignIn } from './sign-in.ts'
import { createSignOut } from './sign-out.ts'
import { createSignOutEverywhere } from './sign-out-everywhere.ts'
import { refreshStandings } from './standings.ts'
import { createVault } from './vault.ts'
import { createWatch } from './watch.ts'

/** Wires the services to each other; nothing is read but the accounts, and nothing sent. */
export function compose(outside: Outside) {
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
      return current ? { id: current.id, name: current.rawName } : null
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
  const notes = createSessionNotes(outside.files.notes, clock, log)
  const dressing = createDressing({
    notes,
    seen: () => ({ firstSeenAt: null, isNew: false }),
    words: outside.words,
    locale: outside.locale,
  })
  const lists = createSessionLists({
    gateway,
    clock,
    heard: serviceClocks.heard,
    leftBehind: orphans.idIn,
    fresh(accountId, told) {
      notes.follow(accountId, told)
      void probes.tidy(accountId, told)
    },
    changed(list) {
      outside.listChanged(list)
      endings.listed(list)
    },
    dress: dressing.dress,
  })
  const profiles = createProfiles({ accounts, gateway, log })
  const endings = createEndings({
    accounts,
    lists,
    gateway,
    book: createEndingBook(outside.files.endings, log),
    isOnline: outside.isOnline,
    clock,
    log,
    settled: outside.ended,
    told: outside.endingChanged,
  })

  const passwordMarks = createPasswordMarks(outside.files.passwords, log)
  const transportTo = (baseUrl: string): Transport => transportOf('sign-in', baseUrl)
  const probes = createPasswordProbes({
    gateway,
    marks: passwordMarks,
    transportTo,
    check: lists.check,
    clock,
    log,
  })
  const passwords = createPasswords({
    accounts,
    gateway,
    marks: passwordMarks,
    probes,
    known: (accountId) => lists.get(accountId).sessions,
    count: lists.check,
    changed: outside.accountsChanged,
    clock,
    log,
  })

  const entrance = {
    accounts,
    vault,
    transportTo,
    rememberServer(server: string) {
      try {
        outside.settings.update({ server })
      } catch {
        log.warn('settings.notSaved')
      }
    },
    signedIn(accountId: string) {
      renewals.forget(accountId)
      void profiles.refresh(accountId)
      void lists.check(accountId)
    },
    clock,
  }
  const signIn = createSignIn({ ...entrance, newId: outside.newId })
  const registration = createRegistration({ transportTo, proceed: signIn.proceed })
  const recovery = createRecovery(transportTo)
  const connect = createConnect(entrance)
  const exit = {
    accounts,
    vault,
    settle: (accountId: string) => endings.settle(accountId),
    forgotten(accountId: string) {
      endings.forget(accountId)
      lists.forget(accountId)
      dressing.forget(accountId)
      notes.forget(accountId)
      renewals.forget(accountId)
      orphans.forget(accountId)
      passwords.forget(accountId)
      serviceClocks.forget(accountId)
    },
  }
  const signOut = createSignOut({ ...exit, transportOf, log })
  const signOutEverywhere = createSignOutEverywhere({ ...exit, gateway })
  const watch = createWatch({
    accounts,
    lists,
    gateway,
    visibility: outside.visibility,
    isOnline: outside.isOnline,
    pace: () => outside.settings.get().pace,
    renewalIn: renewals.dueIn,
    clock,
    random,
  })

  return {
    accounts,
    vault,
    gateway,
    lists,
    endings,
    signIn,
    registration,
    recovery,
    connect,
    signOut,
    signOutEverywhere,
    renewals,
    watch,
    orphans,
    annotate: createAnnotate(lists, notes),
    passwords,
    profiles,
    /** Finds out which accounts have their token; again after the keyring was opened. */
    async findTokens() {
      await vault.check()
      await refreshStandings(accounts, vault)
    },
    /** Names the sessions anew when the language has changed. */
    rename: () => dressing.isOutdated() && lists.redress(),
    /** Whether something would be lost if the app ended now. */
    hasUnfinished: () =>
      passwords.isSending() || endings.hasPending() || accounts.all().some(({ id }) => vault.isUnsaved(id)),
    /** Sends what was asked, and ends at the service what lives in memory only. */
    async finish() {
      watch.stop()
      // Side by side: an answer that does not come must not keep from being sent what was asked besides.
      await Promise.all([passwords.settle(), endings.settle(), signOut.endUnsaved()])
    },
  }
}

/** The services, wired to each other. */
export type Wired = ReturnType<typeof compose>
