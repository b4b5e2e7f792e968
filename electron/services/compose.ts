import type { Transport } from '../api/transport.ts'
import { createAccounts, refreshAccountStatuses } from './accounts.ts'
import { createAnnotate } from './annotate.ts'
import { composeDoors } from './compose-doors.ts'
import { composeHistory } from './compose-history.ts'
import { composePasswords } from './compose-passwords.ts'
import { composeRenewals } from './compose-renewals.ts'
import { composeRules } from './compose-rules.ts'
import { createDeviceReader } from './device-reader.ts'
import { createDressing } from './dressing.ts'
import { createRevocations } from './revocations.ts'
import { createGateway } from './gateway.ts'
import { createOrphans } from './orphans.ts'
import type { Outside } from './outside.ts'
import { createOwnSessions } from './own-sessions.ts'
import { createPendingLogouts } from './pending-logouts.ts'
import { createProfiles } from './profiles.ts'
import { createRenewalMarks } from './renewal-marks.ts'
import { createSessionLists } from './session-lists.ts'
import { createSessionNotes } from './session-notes.ts'
import { createServiceClocks } from './service-clocks.ts'
import type { Farewell } from './sign-out.ts'
import { createUnconfirmedSessions } from './unconfirmed-sessions.ts'
import { createVault } from './vault.ts'
import { createWatch } from './watch.ts'
import { createWorkUnderWay } from './work-under-way.ts'

/** Wires the services to each other; nothing is read but the accounts, and nothing sent. */
export function compose(outside: Outside) {
  const { clock, log, random, failures, events } = outside
  const stateChanged = (): void => void events.emit('stateChanged')
  const own = createOwnSessions((baseUrl) => alerts.lookAgain(baseUrl))
  const transportOf = (key: string, baseUrl: string): Transport =>
    own.watching(failures.watching(outside.transportOf(key, baseUrl)))
  const accounts = createAccounts(outside.files.accounts, log, stateChanged)
  const vault = createVault({ cipher: outside.cipher, cabinet: outside.files.vault, log })
  const work = createWorkUnderWay()
  const unconfirmedSessions = createUnconfirmedSessions({
    cabinet: outside.files.unconfirmed,
    work,
    added: (session) => events.emit('sessionUnconfirmed', session),
    changed: stateChanged,
    clock,
    newId: outside.newId,
    log,
  })
  const logouts = createPendingLogouts({
    vault,
    cabinet: outside.files.logouts,
    transportOf,
    work,
    canTell: () => outside.page() !== null,
    unconfirmed: unconfirmedSessions.add,
    removeAccount: (accountId) => {
      accounts.remove(accountId)
      forgotten(accountId, 'signedOut')
    },
    clock,
    newId: outside.newId,
    random,
    log,
  })
  const serviceClocks = createServiceClocks(clock)
  const orphans = createOrphans(outside.files.orphans, log)
  const marks = createRenewalMarks(outside.files.renewals, orphans.lost, log)
  const { renewals, renewalTroubles } = composeRenewals(outside, {
    accounts,
    vault,
    transportOf,
    marks,
    logouts,
    work,
    serviceClocks,
    lists: () => lists,
  })
  const notes = createSessionNotes(outside.files.notes, clock, log)
  const devices = createDeviceReader()
  const { history, alerts, left, settled, endingTold } = composeHistory(outside, {
    accounts,
    own,
    orphans,
    serviceClocks,
    lists: () => lists,
    isProbe: (accountId, name) => probes.isProbe(accountId, name),
    isEnding: (accountId, session) => revocations.isSent(accountId, session),
    ending: (accountId) => revocations.bulk.get(accountId),
    devices,
    notes,
    nameOf: (accountId, session) => dressing.nameOf(accountId, session),
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
  const dressing = createDressing({
    notes,
    history,
    devices,
    words: outside.words,
    locale: outside.locale,
    clock,
  })
  const lists = createSessionLists({
    gateway,
    clock,
    heard: serviceClocks.heard,
    leftBehind: orphans.idIn,
    prepare: dressing.prepare,
    listed(accountId, told) {
      alerts.look(accountId, told)
      notes.follow(accountId, told)
      void probes.tidy(accountId, told)
    },
    stored: (accountId) => rules.look(accountId),
    changed(list) {
      events.emit('listChanged', list)
      revocations.applyList(list)
    },
    dress: dressing.dress,
  })
  const profiles = createProfiles({ accounts, gateway, log })
  const revocations = createRevocations({
    accounts,
    lists,
    gateway,
    file: outside.files.endings,
    isOnline: outside.isOnline,
    clock,
    log,
    settled,
    published: endingTold,
  })
  const rules = composeRules(outside, {
    accounts,
    lists,
    bulk: revocations.bulk,
    history,
    serviceClocks,
  })

  const { probes, passwords } = composePasswords(outside, {
    accounts,
    gateway,
    lists,
    transportTo: (baseUrl) => transportOf('sign-in', baseUrl),
    done: (accountId) => history.note(accountId, 'passwordChanged'),
  })
  function forgotten(accountId: string, way: Farewell): void {
    left(accountId, way)
    const all = [
      gateway,
      revocations,
      lists,
      dressing,
      notes,
      renewals,
      orphans,
      passwords,
      serviceClocks,
      rules,
    ]
    for (const each of all) each.forget(accountId)
    outside.releaseTransports(accountId)
  }
  const doors = composeDoors(outside, {
    accounts,
    vault,
    gateway,
    logouts,
    unconfirmedSessions,
    work,
    renewals,
    transportOf,
    deviceName: (accountId) =>
      lists.get(accountId).sessions?.find(({ isCurrent }) => isCurrent)?.rawName ?? null,
    signedIn(accountId) {
      renewals.signedIn(accountId)
      void profiles.refresh(accountId)
      watch.checkNow(accountId)
    },
    settle: revocations.settle,
    forgotten,
  })
  const watch = createWatch({
    accounts,
    lists,
    gateway,
    visibility: outside.visibility,
    isOnline: outside.isOnline,
    pace: () => outside.settings.get().pace,
    renewalIn: renewals.dueIn,
    unreachable: renewalTroubles.failed,
    clock,
    random,
  })

  return {
    accounts,
    vault,
    gateway,
    lists,
    revocations,
    history,
    alerts,
    rules,
    ...doors,
    unconfirmedSessions,
    renewals,
    renewalTroubles,
    watch,
    orphans,
    annotate: createAnnotate(lists, notes),
    passwords,
    profiles,
    /** Finds out which accounts have their token; again after the keyring was opened. */
    async findTokens() {
      await vault.check()
      // Before anything is said about accounts: one that was signing out is not to be taken for one without its token.
      await logouts.resume()
      await refreshAccountStatuses(accounts, vault)
    },
    /** Names the sessions anew when the language has changed. */
    rename: () => dressing.isOutdated() && lists.redress(),
    /** What would stop in the middle: ends that are not through, and a password whose answer is still to come. */
    underWay: () => ({ ends: revocations.remaining(), password: passwords.isSending() }),
    /** Whether something would be lost if the app ended now. */
    hasUnfinished: () =>
      work.isAny() ||
      passwords.isSending() ||
      revocations.hasPending() ||
      accounts.all().some(({ id }) => vault.isUnsaved(id)),
    /** Sends what was asked, waits for answers, and ends at the service what lives in memory only. */
    async finish() {
      watch.stop()
      const { signOut } = doors
      signOut.finish()
      // Side by side: an answer that does not come must not keep from being sent what was asked besides.
      await Promise.all([
        passwords.settle(),
        revocations.settle(),
        logouts.finish(),
        signOut.endUnsaved(),
        work.settled().then(signOut.endUnsaved),
      ])
    },
  }
}

/** The services, wired to each other. */
export type Wired = ReturnType<typeof compose>
