import { observed, type Transport } from '../api/transport.ts'
import { intervalMs } from '../domain/token-expiry.ts'
import { createAccountOwners } from '../core/account-owners.ts'
import { createAccountStore, KEPT, type StoreOptions } from '../core/account-store.ts'
import { type AccountRemovalReason, refreshAccountStatuses } from '../core/accounts.ts'
import type { ServiceDependencies } from './dependencies.ts'
import { createGateway } from '../core/gateway.ts'
import type { JsonStore, OnAccountForgotten } from '../core/ports.ts'
import { announcing } from '../core/service-events.ts'
import { createRateLimits } from '../core/rate-limits.ts'
import { createServiceClocks } from '../core/service-clocks.ts'
import { createVault } from '../core/vault.ts'
import { createWorkUnderWay } from '../core/work-under-way.ts'
import {
  createActivityView,
  createAlerts,
  createHistoryRepository,
  createAwaySummaries,
  withFormerLists,
} from '../features/activity/index.ts'
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
} from '../features/auth/index.ts'
import {
  createDeviceReader,
  createKnownSessions,
  createLastKnownLists,
  createPublishedLists,
  createSessionLists,
  createSessionNotes,
  createSessionPoller,
  createSessionPresenter,
} from '../features/sessions/index.ts'
import { createEndRules } from '../features/rules/index.ts'
import {
  createOrphans,
  createRenewalJournal,
  createRenewalWarnings,
  createRenewals,
} from '../features/renewal/index.ts'
import { createPasswordJournal, createPasswordProbes, createPasswords } from '../features/password/index.ts'
import { createProfiles } from '../features/profile/index.ts'
import { createReviewRepository, createReviews } from '../features/review/index.ts'
import { createRevocations, withFormerEnds } from '../features/revocation/index.ts'
import { createUnfinishedWork } from '../features/desktop/index.ts'

/**
 * Creates the services in the order of their dependencies. They announce changes through `events`;
 * `subscribeServices` connects those that react. Reads the files, and sends nothing.
 */
export function createServices(dependencies: ServiceDependencies) {
  const { accounts, files, clock, log, random, newId, failures, events, settings } = dependencies
  const { translate, locale, isOnline, visibility, page } = dependencies
  const announce = announcing(events)
  const stateChanged = announce('stateChanged')
  const onAccountForgotten: OnAccountForgotten = (forget) => void events.on('accountForgotten', forget)
  function accountRemoved(accountId: string, reason: AccountRemovalReason): void {
    events.emit('accountRemoved', accountId, reason)
    events.emit('accountForgotten', accountId)
  }
  /** The dependencies that most services share. */
  const common = { clock, log, random, newId, onAccountForgotten }
  const storeOf = <T>(file: JsonStore<Record<string, T>>, warning: string, options: StoreOptions = {}) =>
    createAccountStore({ file, warning, ...common, ...options })

  // Tokens and transports
  const work = createWorkUnderWay()
  const unconfirmedSessions = createUnconfirmedSessions({
    store: files.unconfirmed,
    work,
    added: announce('sessionUnconfirmed'),
    changed: stateChanged,
    ...common,
  })
  const tokenOrigins = createTokenOrigins({ clock, unconfirmedSessions, onIdle: announce('grantsSettled') })
  const transportOf = (key: string, baseUrl: string): Transport =>
    observed(dependencies.transportOf(key, baseUrl), [failures.observe, tokenOrigins.observe])
  const transportTo = (baseUrl: string): Transport => transportOf('sign-in', baseUrl)
  const vault = createVault({ cipher: dependencies.cipher, store: files.vault, log })
  const owners = createAccountOwners(files.owners, accounts, log)
  const logouts = createPendingLogouts({
    vault,
    store: files.logouts,
    transportOf,
    work,
    canShowOutcome: () => page() !== null,
    unconfirmed: unconfirmedSessions.add,
    removeAccount(accountId) {
      accounts.remove(accountId)
      accountRemoved(accountId, 'signedOut')
    },
    ...common,
  })
  const serviceClocks = createServiceClocks(clock, onAccountForgotten)
  const rateLimits = createRateLimits(clock, onAccountForgotten)
  const orphans = createOrphans(storeOf(files.orphans, 'orphans.notSaved'))
  const renewalJournal = createRenewalJournal(storeOf(files.renewals, 'token.renewalNotSaved'), orphans, log)
  const renewalWarnings = createRenewalWarnings({ accounts, serviceClocks, clock, changed: stateChanged })
  const renewals = createRenewals({
    accounts,
    vault,
    transportOf,
    journal: renewalJournal,
    logouts,
    work,
    serviceClocks,
    renewalInterval: () => intervalMs(settings.get().renewal),
    warnings: renewalWarnings,
    rateLimits,
    ...common,
  })
  const gateway = createGateway({
    accounts,
    vault,
    transportOf,
    ensureFresh: renewals.ensureFresh,
    journal: renewalJournal,
    failed: failures.record,
    rateLimits,
    log,
  })
  const profiles = createProfiles({ accounts, gateway, log })

  // Lists and stored facts about their sessions
  const devices = createDeviceReader()
  const history = createHistoryRepository({
    files: withFormerLists(files.history, files.formerLists, devices.keyOf),
    ...common,
    now: serviceClocks.now,
    hasAccount: (accountId) => accounts.get(accountId) !== null,
    changed: announce('historyChanged'),
    keyOf: devices.keyOf,
    customNames: (accountId) => notes.names(accountId),
  })
  const notes = createSessionNotes(storeOf(files.notes, 'notes.notSaved', KEPT), history, clock)
  const presenter = createSessionPresenter({ notes, history, devices, translate, locale, ...common })
  const lastKnownLists = createLastKnownLists({ files: files.lists, history, ...common })
  const knownSessions = createKnownSessions({
    describeToken: (accountId, token) => tokenOrigins.describe(accounts.get(accountId), token),
    readLastKnown: history.listed,
    isRecorded: (accountId, session) => history.find(accountId, session) !== null,
    ...common,
  })
  const lists = createSessionLists({
    gateway,
    ...common,
    known: knownSessions,
    sync: serviceClocks.sync,
    prepare: presenter.prepare,
    onFetched: announce('listFetched'),
    onUpdated: announce('listStored'),
    changed: announce('listChanged'),
  })
  const activity = createActivityView({
    history,
    now: serviceClocks.now,
    isLoaded: (accountId) => lists.get(accountId).checkedAt !== null,
    nameOf: presenter.nameOf,
  })
  const revocations = createRevocations({
    accounts,
    lists,
    record: history,
    answered: (...end) => [history, knownSessions].forEach((each) => each.answered(...end)),
    mayHaveEnded: history.mayEnd,
    gateway,
    files: withFormerEnds(files.ledgers, files.formerRevocations, files.formerEnds),
    serviceNow: serviceClocks.now,
    isSynced: serviceClocks.isSynced,
    shown: (id) => lists.get(id).sessions ?? history.listed(id),
    undone: announce('endsUndone'),
    ...common,
    nameOf: presenter.nameOf,
    isOnline,
    settled: announce('revoked'),
    published: announce('endsChanged'),
  })
  const publishedLists = createPublishedLists({
    lists,
    presenter,
    notes,
    findOrphanId: orphans.findId,
    readLastKnown: lastKnownLists.read,
    published: announce('listPublished'),
    renamed: announce('namesChanged'),
    ...common,
  })

  // Changing the password
  const passwordJournal = createPasswordJournal(
    storeOf(files.passwords, 'password.notSaved', { keepsRefused: true }),
  )
  const passwordParts = { gateway, journal: passwordJournal, transportTo, refreshList: lists.refresh }
  const probes = createPasswordProbes({ ...passwordParts, ...common })
  const passwords = createPasswords({
    accounts,
    probes,
    ...passwordParts,
    known: (accountId) => lists.get(accountId).sessions,
    done: (accountId) => history.addEntry(accountId, 'passwordChanged'),
    settled: announce('passwordSettled'),
    closed: announce('passwordClosed'),
    page,
    changed: stateChanged,
    ...common,
  })

  // Alerts, rules and reviews
  const alerts = createAlerts({
    ...{ accounts, history, clock },
    keyOf: devices.keyOf,
    customNames: notes.names,
    origins: tokenOrigins,
    now: serviceClocks.now,
    isRevoking: revocations.isSent,
    isProbe: probes.isProbe,
    orphanIds: orphans.findIds,
    nameOf: presenter.nameOf,
    whenNamed: queueMicrotask,
    alerted: announce('alerted'),
    closed: announce('alertClosed'),
    changed: announce('alertsChanged'),
  })
  const awaySummaries = createAwaySummaries({
    history,
    isShown: (accountId) => visibility() === 'visible' && accounts.active()?.id === accountId,
    now: serviceClocks.now,
    onAccountForgotten,
    changed: stateChanged,
  })
  const rules = createEndRules({
    store: storeOf(files.rules, 'rules.notSaved', KEPT),
    accounts,
    lists: publishedLists,
    bulk: revocations.bulk,
    history,
    isRecorded: (accountId) => !alerts.isWaiting(accountId),
    calledMineAt: (...session) => reviews.calledMineAt(...session),
    serviceClocks,
    ...common,
    ran: announce('ruleRan'),
  })
  const reviews = createReviews({
    repository: createReviewRepository(files.reviews, log),
    accounts,
    lists: publishedLists,
    bulk: revocations.bulk,
    isSent: revocations.isSent,
    record: history,
    version: dependencies.version,
    changed: announce('reviewChanged'),
    due: announce('reviewDue'),
    dueChanged: stateChanged,
    ...common,
  })
  const poller = createSessionPoller({
    accounts,
    lists,
    gateway,
    visibility,
    isOnline,
    pollInterval: () => settings.get().pollInterval,
    renewalIn: renewals.dueIn,
    unreachable: announce('unreachable'),
    ...common,
  })

  // Signing in and out
  const signInDependencies = {
    ...{ accounts, vault, transportTo, logouts, unconfirmedSessions },
    rememberServer: settings.rememberServer,
    signedIn(accountId: string) {
      renewals.signedIn(accountId)
      knownSessions.signedIn(accountId)
      void profiles.refresh(accountId)
      poller.checkNow(accountId)
    },
    clock,
  }
  const signOutDependencies = { accounts, vault, logouts, work, settle: revocations.settle, accountRemoved }
  const signIn = createSignIn({ ...signInDependencies, ...signOutDependencies, owners, newId })
  const everywhere = createSignOutEverywhere({
    ...{ ...signOutDependencies, ...common, gateway },
    holdBack: revocations.holdBack,
    mayEnd: history.mayEnd,
    checkedAt: (id, token) => (lists.isFetchedWith(id, token) ? lists.get(id).checkedAt : null),
  })
  const signOut = createSignOut({
    ...signOutDependencies,
    renewals,
    unconfirmedSessions,
    transportOf,
    deviceName: (id) => lists.get(id).sessions?.find(({ isCurrent }) => isCurrent)?.name ?? null,
    ...common,
  })

  onAccountForgotten(dependencies.releaseTransports)

  return {
    ...{ accounts, owners, vault, gateway },
    ...{ lists, publishedLists, lastKnownLists, notes },
    ...{ revocations, history, activity },
    ...{ alerts, awaySummaries, rules, reviews },
    signIn,
    registration: createRegistration({ transportTo, unconfirmedSessions, proceed: signIn.proceed }),
    recovery: createRecovery(transportTo),
    addApiToken: createAddApiToken(signInDependencies),
    signOut,
    ...everywhere,
    unconfirmedSessions,
    ...{ renewals, renewalWarnings, poller, orphans, probes, passwords, profiles },
    /** Checks which accounts have their token, at the start and after another try to open the keyring. */
    async findTokens() {
      await vault.checkStatus()
      // Resume logouts first: an account in the middle of a sign-out must not count as one without a token.
      await logouts.resume()
      await refreshAccountStatuses(accounts, vault, renewals.tokenFound)
    },
    /** Updates the display names after a change of language. */
    refreshNames: () => presenter.isLocaleStale() && publishedLists.refreshPresentation(),
    ...createUnfinishedWork({
      ...{ accounts, vault, work, passwords },
      ...{ revocations, logouts, signIn, signOut, poller },
    }),
  }
}

/** The services, by name. */
export type Services = ReturnType<typeof createServices>
