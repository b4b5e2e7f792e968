import { UNDO_WINDOW_MS } from '../shared/ends.ts'
import { createAccountStore, KEPT } from '../core/account-store.ts'
import { createAlerts, createAwaySummaries } from '../features/activity/index.ts'
import { createReviews } from '../features/review/index.ts'
import { createRevocations } from '../features/revocation/index.ts'
import { createEndRules } from '../features/rules/index.ts'
import { keyOfRow } from '../features/sessions/index.ts'
import type { ListServices } from './list-services.ts'
import type { PasswordServices } from './password-services.ts'
import type { TokenServices } from './token-services.ts'
import type { ServiceContext } from './service-context.ts'

/** The services that end sessions, and those that report which ones a person may want to end. */
export type EndServices = ReturnType<typeof createEndServices>

/** Creates the revocations, the rules and the reviews that use them, and the alerts. */
export function createEndServices(
  context: ServiceContext,
  groups: { tokens: TokenServices; lists: ListServices; passwords: PasswordServices },
) {
  const { accounts, files, log, visibility, isOnline, common, announce, storeOf } = context
  const { gateway, orphans, serviceClocks, grants } = groups.tokens
  const { history, presenter, lists, publishedLists } = groups.lists

  const revocations = createRevocations({
    accounts,
    lists,
    record: history,
    answered: history.answered,
    mayHaveEnded: history.mayEnd,
    gateway,
    files: files.ledgers,
    undoMs: () => UNDO_WINDOW_MS,
    serviceNow: serviceClocks.now,
    isSynced: serviceClocks.isSynced,
    shown: (id) => lists.get(id).sessions ?? history.listedSessions(id),
    undone: announce('endsUndone'),
    ...common,
    nameOf: (accountId, session) =>
      presenter.nameOf(accountId, { ...session, key: keyOfRow(history, accountId, session) }),
    isOnline,
    settled: announce('revoked'),
    published: announce('endsChanged'),
  })
  // An account that is gone for the next start must not have ends there: they would come back with its next sign-in.
  accounts.beforeRemoval(revocations.forget)
  const alerts = createAlerts({
    ...{ accounts, history, random: common.random },
    // Numbers that are no ids of sessions say nothing about one.
    isGranted: (baseUrl, session) =>
      lists.numbersAt(baseUrl) !== 'none' && grants.isGranted(baseUrl, session),
    now: serviceClocks.now,
    isOut: revocations.isOut,
    askedBy: revocations.askedBy,
    isProbe: groups.passwords.probes.isProbe,
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
    onAccountForgotten: common.onAccountForgotten,
    changed: announce('stateChanged'),
  })
  const rules = createEndRules({
    store: storeOf(files.rules, 'rules.notSaved', { ...KEPT, keepsRefused: true }),
    accounts,
    lists: publishedLists,
    revocations,
    history,
    serviceClocks,
    ...common,
    ran: announce('ruleRan'),
  })
  const reviews = createReviews({
    store: createAccountStore({
      ...{ disk: files.reviews, warning: 'review.notSaved', keepsRefused: true },
      ...{ ...KEPT, log },
    }),
    accounts,
    lists: publishedLists,
    revocations,
    record: history,
    mark: history.mark,
    acknowledge: alerts.acknowledge,
    serviceNow: serviceClocks.now,
    version: context.version,
    changed: announce('reviewChanged'),
    due: announce('reviewDue'),
    dueChanged: announce('stateChanged'),
    ...common,
  })

  return { revocations, alerts, awaySummaries, rules, reviews }
}
