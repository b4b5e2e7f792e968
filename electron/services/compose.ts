import type { Transport } from '../api/transport.ts'
import { msOf } from '../domain/token-expiry.ts'
import { createAccounts } from './accounts.ts'
import { composeHistory } from './compose-history.ts'
import { createConnect } from './connect.ts'
import { createGateway } from './gateway.ts'
import { createOrphans } from './orphans.ts'
import type { Outside } from './outside.ts'
import { createOwnSessions } from './own-sessions.ts'
import { createPasswordMarks } from './password-marks.ts'
import { createPasswordProbes } from './password-probes.ts'
import { createPasswords } from './passwords.ts'
import { createProfiles } from './profiles.ts'
import { createRecovery } from './recovery.ts'
import { createRegistration } from './registration.ts'
import { createRenewalMarks } from './renewal-marks.ts'
import { createRenewals } from './renewals.ts'
import { createRevocations } from './revocations.ts'
import { createSessionLists } from './session-lists.ts'
import { createServiceClocks } from './service-clocks.ts'
import { createSignIn } from './sign-in.ts'
import { createSignOut, type Farewell } from './sign-out.ts'
import { createSignOutEverywhere } from './sign-out-everywhere.ts'
import { refreshStandings } from './standings.ts'
import { createVault } from './vault.ts'
import { createWatch } from './watch.ts'

/** Wires the services to each other; nothing is read but the accounts, and nothing sent. */
export function compose(outside: Outside) {
  const { clock, log, random, failures } = outside
  const own = createOwnSessions((baseUrl) => alerts.lookAgain(baseUrl))
  const transportOf = (key: string, baseUrl: string): Transport =>
    own.watching(failures.watching(outside.transportOf(key, baseUrl)))
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
  const { history, alerts, left, settled } = composeHistory(outside, {
    accounts,
    own,
    orphans,
    serviceClocks,
    lists: () => lists,
    isProbe: (accountId, name) => probes.isProbe(accountId, name),
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
    listed: alerts.look,
    leftBehind: orphans.idIn,
    changed(list) {
      outside.listChanged(list)
      if (list.sessions && !list.checking && list.failure === null)
        void probes.tidy(list.accountId, list.sessions)
    },
  })
  const profiles = createProfiles({ accounts, gateway, log })
  const revocations = createRevocations({ lists, gateway, clock, log, settled })

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
    done: (accountId) => history.note(accountId, 'passwordChanged'),
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
    settle: (accountId: string) => revocations.settle(accountId),
    forgotten(accountId: string, way: Farewell) {
      left(accountId, way)
      lists.forget(accountId)
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
    history,
    alerts,
    revocations,
    signIn,
    registration,
    recovery,
    connect,
    signOut,
    signOutEverywhere,
    renewals,
    watch,
    orphans,
    passwords,
    profiles,
    /** Finds out which accounts have their token; again after the keyring was opened. */
    async findTokens() {
      await vault.check()
      await refreshStandings(accounts, vault)
    },
    /** Whether something would be lost if the app ended now. */
    hasUnfinished: () =>
      passwords.isSending() ||
      revocations.hasPending() ||
      accounts.all().some(({ id }) => vault.isUnsaved(id)),
    /** Sends what was asked, and ends at the service what lives in memory only. */
    async finish() {
      watch.stop()
      // Side by side: an answer that does not come must not keep from being sent what was asked besides.
      await Promise.all([passwords.settle(), revocations.settle(), signOut.endUnsaved()])
    },
  }
}

/** The services, wired to each other. */
export type Wired = ReturnType<typeof compose>
