import { allRead } from '../core/settings.ts'
import {
  createActivityView,
  createHistoryRepository,
  createSessionHistory,
} from '../features/activity/index.ts'
import {
  createPublishedLists,
  createSessionLists,
  createSessionPoller,
  createSessionPresenter,
} from '../features/sessions/index.ts'
import type { TokenServices } from './token-services.ts'
import type { ServiceContext } from './service-context.ts'

/** The services that fetch, record and publish the lists of sessions. */
export type ListServices = ReturnType<typeof createListServices>

/** Creates the record of sessions, their lists, and the poller. */
export function createListServices(context: ServiceContext, groups: { tokens: TokenServices }) {
  const { accounts, files, settings, translate, locale, common, announce } = context
  const { gateway, orphans, renewals, serviceClocks, grants } = groups.tokens

  const { pollInterval, ...left } = settings.of('lists')
  allRead(left)

  const history = createHistoryRepository({
    files: files.history,
    ...common,
    now: serviceClocks.now,
    hasAccount: (accountId) => accounts.get(accountId) !== null,
    ofSameUser: accounts.ofSameUser,
    changed: announce('historyChanged'),
    marked: announce('marked'),
  })
  const presenter = createSessionPresenter({
    ...{ history, translate, locale, ...common },
    timeOf: (accountId) => ({
      now: serviceClocks.now(accountId),
      zone: accounts.get(accountId)?.user.timezone ?? null,
    }),
  })
  const lists = createSessionLists({
    ...{ accounts, gateway, grants, ...common },
    recorded: history.listedSessions,
    recordedSkew: (accountId) => history.of(accountId)?.skew ?? 0,
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
  const sessionHistory = createSessionHistory(history, serviceClocks.now)
  const publishedLists = createPublishedLists({
    ...{ lists, presenter, history },
    mark: history.mark,
    findOrphanId: orphans.findId,
    published: announce('listPublished'),
    renamed: announce('namesChanged'),
    ...common,
  })
  const poller = createSessionPoller({
    accounts,
    lists,
    gateway,
    visibility: context.visibility,
    isOnline: context.isOnline,
    pollInterval,
    renewalIn: renewals.dueIn,
    unreachable: announce('unreachable'),
    ...common,
  })

  return {
    ...{ history, activity, sessionHistory, presenter },
    ...{ lists, publishedLists, poller },
  }
}
