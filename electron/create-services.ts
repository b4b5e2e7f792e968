import type { Transport } from './api/transport.ts'
import type { NewSignIn } from './shared/activity.ts'
import { intervalMs } from './core/domain/token-expiry.ts'
import { createAccountStore } from './core/account-store.ts'
import { type AccountRemovalReason, refreshAccountStatuses } from './core/accounts.ts'
import { subscribeReviews } from './create-reviews.ts'
import type { ServiceDependencies } from './dependencies.ts'
import { createListServices } from './create-list-services.ts'
import { createPasswordServices } from './create-password-services.ts'
import { createGateway } from './core/gateway.ts'
import type { JsonStore, OnAccountForgotten } from './core/ports.ts'
import { createServiceClocks } from './core/service-clocks.ts'
import { createVault } from './core/vault.ts'
import { createWorkUnderWay } from './core/work-under-way.ts'
import {
  createActivityView,
  createAlerts,
  createHistoryRepository,
  createAwaySummaries,
  createRevocationHistory,
} from './features/activity/index.ts'
import {
  createAddApiToken,
  createPendingLogouts,
  createRecovery,
  createRegistration,
  createSignIn,
  createSignOut,
  createSignOutEverywhere,
  createTokenOrigins,
  createUnconfirmedSessions,
} from './features/auth/index.ts'
import {
  createDeviceReader,
  createSessionLists,
  createSessionNotes,
  createSessionPoller,
  createSessionPresenter,
} from './features/sessions/index.ts'
import { createEndRules } from './features/rules/index.ts'
import {
  createOrphans,
  createRenewalJournal,
  createRenewalWarnings,
  createRenewals,
} from './features/renewal/index.ts'
import { createProfiles } from './features/profile/index.ts'
import { createRevocations } from './features/revocation/index.ts'
import { createUnfinishedWork } from './features/desktop/index.ts'

/**
 * Creates the services in the order of their dependencies; later services subscribe to `events` of earlier ones. Reads
 * the files, and sends nothing.
 */
export function createServices(dependencies: ServiceDependencies) {
  const { accounts, files, clock, log, random, newId, failures, events, settings } = dependencies
  const stateChanged = (): void => void events.emit('stateChanged')
  const onAccountForgotten: OnAccountForgotten = (forget) => void events.on('accountForgotten', forget)
  function accountRemoved(accountId: string, reason: AccountRemovalReason): void {
    events.emit('accountRemoved', accountId, reason)
    events.emit('accountForgotten', accountId)
  }
  /** The dependencies that most services share. */
  const common = { clock, log, random, newId, onAccountForgotten }
  const storeOf = <T>(file: JsonStore<Record<string, T>>, warning: string, keepsRefused = false) =>
    createAccountStore({ file, warning, keepsRefused, ...common })

  // Tokens and transports
  const tokenOrigins = createTokenOrigins((baseUrl) => events.emit('grantsSettled', baseUrl))
  const transportOf = (key: string, baseUrl: string): Transport =>
    tokenOrigins.trackGrants(failures.recordingFailures(dependencies.transportOf(key, baseUrl)))
  const transportTo = (baseUrl: string): Transport => transportOf('sign-in', baseUrl)
  const vault = createVault({ cipher: dependencies.cipher, store: files.vault, log })
  const work = createWorkUnderWay()
  const unconfirmedSessions = createUnconfirmedSessions({
    store: files.unconfirmed,
    work,
    added: (session) => events.emit('sessionUnconfirmed', session),
    changed: stateChanged,
    ...common,
  })
  const logouts = createPendingLogouts({
    vault,
    store: files.logouts,
    transportOf,
    work,
    canShowOutcome: () => dependencies.page() !== null,
    unconfirmed: unconfirmedSessions.add,
    removeAccount(accountId) {
      accounts.remove(accountId)
      accountRemoved(accountId, 'signedOut')
    },
    ...common,
  })
  const serviceClocks = createServiceClocks(clock, onAccountForgotten)
  const orphans = createOrphans(storeOf(files.orphans, 'orphans.notSaved'))
  const renewalJournal = createRenewalJournal(
    storeOf(files.renewals, 'token.renewalNotSaved'),
    orphans.lost,
    log,
  )
  const renewalWarnings = createRenewalWarnings({ accounts, serviceClocks, clock, changed: stateChanged })
  /** The session of each account's own token in its latest list, with its raw name. */
  const currentSessions = new Map<string, { id: number; name: string } | null>()
  const renewals = createRenewals({
    accounts,
    vault,
    transportOf,
    journal: renewalJournal,
    logouts,
    work,
    serviceClocks,
    currentSession: (accountId) => currentSessions.get(accountId) ?? null,
    renewalInterval: () => intervalMs(settings.get().renewal),
    warnings: renewalWarnings,
    ...common,
  })
  const gateway = createGateway({
    accounts,
    vault,
    transportOf,
    ensureFresh: renewals.ensureFresh,
    journal: renewalJournal,
    failed: failures.record,
    ...common,
  })
  const profiles = createProfiles({ accounts, gateway, log })

  // Lists and stored facts about their sessions
  const devices = createDeviceReader()
  const notes = createSessionNotes(storeOf(files.notes, 'notes.notSaved'), clock, onAccountForgotten)
  const history = createHistoryRepository({
    files: files.history,
    ...common,
    now: serviceClocks.now,
    hasAccount: (accountId) => accounts.get(accountId) !== null,
    changed: (accountId) => events.emit('historyChanged', accountId),
    keyOf: devices.keyOf,
    customNames: notes.names,
  })
  const presenter = createSessionPresenter({
    notes,
    history,
    devices,
    translate: dependencies.translate,
    locale: dependencies.locale,
    ...common,
  })
  const lists = createSessionLists({
    gateway,
    ...common,
    sync: serviceClocks.sync,
    prepare: presenter.prepare,
    onFetched: (accountId, sessions) => events.emit('listFetched', accountId, sessions),
    onUpdated: (accountId) => events.emit('listStored', accountId),
    changed: (accountId) => events.emit('listChanged', accountId),
  })
  function currentIn(accountId: string): { id: number; name: string } | null {
    const current = lists.get(accountId).sessions?.find(({ isCurrent }) => isCurrent)
    return current ? { id: current.id, name: current.name } : null
  }
  const activity = createActivityView({
    history,
    now: serviceClocks.now,
    isLoaded: (accountId) => lists.get(accountId).checkedAt !== null,
    nameOf: presenter.nameOf,
  })
  const revocations = createRevocations({
    accounts,
    lists,
    gateway,
    store: storeOf(files.revocations, 'revocation.notSaved'),
    ...common,
    nameOf: presenter.nameOf,
    isOnline: dependencies.isOnline,
    pendingChanged: (accountId) => events.emit('pendingChanged', accountId),
    settled: (event) => events.emit('revoked', event),
    published: (update) => events.emit('bulkChanged', update),
  })
  const listParts = { lists, presenter, orphans, notes, revocations, onAccountForgotten }
  const listServices = createListServices(dependencies, listParts)
  const { lastKnownLists, publishedLists, endRequests } = listServices
  const { probes, passwords } = createPasswordServices({
    ...{ accounts, gateway, history, lists, events, transportTo, ...common },
    store: storeOf(files.passwords, 'password.notSaved', true),
    page: dependencies.page,
  })
  const withDisplayName = (alert: NewSignIn): NewSignIn => {
    const { accountId, sessionId: id, createdAt, name } = alert
    return { ...alert, name: presenter.nameOf(accountId, { id, createdAt, name }) }
  }
  const alerts = createAlerts({
    accounts,
    history,
    keyOf: devices.keyOf,
    customNames: notes.names,
    origins: tokenOrigins,
    now: serviceClocks.now,
    isRevoking: revocations.isSent,
    isProbe: probes.isProbe,
    orphanIds: orphans.findIds,
    // Deferred until the list is named, so that the alert has the display name.
    alerted: (alert) => queueMicrotask(() => events.emit('alerted', withDisplayName(alert))),
    closed: (accountId, sessionId) => events.emit('alertClosed', accountId, sessionId),
    changed() {
      stateChanged()
      // The rows show which sessions are new. Deferred, because a list is being evaluated.
      queueMicrotask(() => publishedLists.refreshPresentation())
    },
  })
  const awaySummaries = createAwaySummaries({
    history,
    isShown: (accountId) => dependencies.visibility() === 'visible' && accounts.active()?.id === accountId,
    now: serviceClocks.now,
    onAccountForgotten,
    changed: stateChanged,
  })
  const rules = createEndRules({
    store: storeOf(files.rules, 'rules.notSaved'),
    accounts,
    lists: publishedLists,
    bulk: revocations.bulk,
    history,
    serviceClocks,
    ...common,
    ran: (run) => events.emit('ruleRan', run),
  })
  const poller = createSessionPoller({
    accounts,
    lists,
    gateway,
    visibility: dependencies.visibility,
    isOnline: dependencies.isOnline,
    pollInterval: () => settings.get().pollInterval,
    renewalIn: renewals.dueIn,
    unreachable: (accountId) => (renewalWarnings.failed(accountId), listServices.unreachable(accountId)),
    ...common,
  })

  // Signing in and out
  const signInDependencies = {
    accounts,
    vault,
    transportTo,
    logouts,
    unconfirmedSessions,
    rememberServer: settings.rememberServer,
    signedIn(accountId: string) {
      renewals.signedIn(accountId)
      void profiles.refresh(accountId)
      poller.checkNow(accountId)
    },
    clock,
  }
  const signOutDependencies = { accounts, vault, logouts, work, settle: revocations.settle, accountRemoved }
  const signIn = createSignIn({ ...signInDependencies, newId })
  const signOut = createSignOut({
    ...signOutDependencies,
    renewals,
    unconfirmedSessions,
    transportOf,
    deviceName: (accountId) => currentIn(accountId)?.name ?? null,
    ...common,
  })

  // Subscriptions
  events.on('grantsSettled', alerts.evaluateAgain)
  events.on('listFetched', alerts.evaluate)
  events.on('listFetched', notes.reconcile)
  events.on('listFetched', (accountId, sessions) => void probes.cleanUp(accountId, sessions))
  events.on('listChanged', publishedLists.publish)
  events.on('listChanged', (id) => lists.get(id).failure && listServices.unreachable(id))
  events.on('pendingChanged', publishedLists.publish)
  events.on('listPublished', lastKnownLists.store)
  events.on('listStored', awaySummaries.listChecked)
  events.on('listStored', revocations.applyList)
  events.on('namesChanged', revocations.applyList)
  events.on('listStored', (accountId) => currentSessions.set(accountId, currentIn(accountId)))
  events.on('listStored', endRequests.applyList)
  events.on('listStored', rules.runIfDue)
  events.on('revoked', (event) => alerts.settled(event.accountId, [event]))
  events.on('bulkChanged', createRevocationHistory(alerts, revocations.bulk, clock))
  events.on('accountRemoved', (accountId, reason) => {
    // The history stays for the next sign-in, unless the person removed the account.
    if (reason === 'removed') history.forget(accountId)
    else alerts.signedOut(accountId, reason)
  })
  onAccountForgotten((accountId) => void currentSessions.delete(accountId))
  onAccountForgotten(dependencies.releaseTransports)

  return {
    accounts,
    vault,
    gateway,
    lists,
    publishedLists,
    lastKnownLists,
    revocations,
    endRequests,
    history,
    activity,
    alerts: {
      ...alerts,
      open: () => alerts.open().map((each) => ({ ...each, newest: each.newest.map(withDisplayName) })),
    },
    awaySummaries,
    rules,
    reviews: subscribeReviews({ ...dependencies, publishedLists, revocations, tokenOrigins, serviceClocks }),
    signIn,
    registration: createRegistration({ transportTo, unconfirmedSessions, proceed: signIn.proceed }),
    recovery: createRecovery(transportTo),
    addApiToken: createAddApiToken(signInDependencies),
    signOut,
    signOutEverywhere: createSignOutEverywhere({ ...signOutDependencies, gateway }),
    unconfirmedSessions,
    renewals,
    renewalWarnings,
    poller,
    orphans,
    passwords,
    profiles,
    /** Checks which accounts have their token, at the start and after another try to open the keyring. */
    async findTokens() {
      await vault.checkStatus()
      // Resume logouts first: an account in the middle of a sign-out must not count as one without a token.
      await logouts.resume()
      await refreshAccountStatuses(accounts, vault, renewals.tokenFound)
    },
    /** Updates the display names after a change of language. */
    refreshNames: () => presenter.isLocaleStale() && publishedLists.refreshPresentation(),
    ...createUnfinishedWork({ accounts, vault, work, passwords, revocations, logouts, signOut, poller }),
  }
}

/** The services, by name. */
export type Services = ReturnType<typeof createServices>
