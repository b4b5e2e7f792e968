import type { Desk } from '../contract/app-state.ts'
import { failed, ok, type Result } from '../contract/result.ts'
import type { Accounts } from '../services/accounts.ts'
import type { ActivityExport } from '../services/activity-export.ts'
import type { Alerts } from '../services/alerts.ts'
import type { Connect } from '../services/connect.ts'
import type { ActivityView } from '../services/activity-view.ts'
import type { HistoryRepository } from '../services/history-repository.ts'
import type { ListSerializer } from '../services/list-news.ts'
import type { Passwords } from '../services/passwords.ts'
import type { PendingDeepLink, PendingNavigation } from '../services/mailbox.ts'
import type { Profiles } from '../services/profiles.ts'
import type { PublishedLists } from '../services/published-lists.ts'
import type { StartAtLoginPort } from '../services/ports.ts'
import type { SignOutEverywhere } from '../services/sign-out-everywhere.ts'
import type { Recovery } from '../services/recovery.ts'
import type { Registration } from '../services/registration.ts'
import type { Orphans } from '../services/orphans.ts'
import type { EndRules } from '../services/end-rules.ts'
import type { Revocations } from '../services/revocations.ts'
import type { Diagnostics } from '../services/diagnostics.ts'
import type { Renewals } from '../services/renewals.ts'
import type { SessionLists } from '../services/session-lists.ts'
import type { SettingsService } from '../services/settings.ts'
import type { SignIn } from '../services/sign-in.ts'
import type { SignOut } from '../services/sign-out.ts'
import type { UnconfirmedSessions } from '../services/unconfirmed-sessions.ts'
import type { Handlers } from './router.ts'

/** The services that the window can reach. */
export interface Services {
  /** Resolves once it is known which accounts have their token. */
  desk(): Promise<Desk>
  settings: SettingsService
  accounts: Accounts
  signIn: SignIn
  registration: Registration
  connect: Connect
  signOut: SignOut
  signOutEverywhere: SignOutEverywhere
  passwords: Passwords
  profiles: Profiles
  startAtLogin: StartAtLoginPort
  recovery: Recovery
  deepLink: PendingDeepLink
  navigation: PendingNavigation
  renewals: Renewals
  orphans: Orphans
  lists: Pick<SessionLists, 'check'>
  publishedLists: Pick<PublishedLists, 'get' | 'annotate' | 'pointOut'>
  revocations: Revocations
  listNews: Pick<ListSerializer, 'whole'>
  diagnostics: Diagnostics
  alerts: Alerts
  history: Pick<HistoryRepository, 'clear' | 'note'>
  activity: ActivityView
  exportActivity: ActivityExport
  rules: EndRules
  unconfirmedSessions: Pick<UnconfirmedSessions, 'dismiss'>
  retryKeyring(): Promise<void>
  /** Quits as a person would, and starts again. */
  restart(): void
  /** Writes an error of the page to the log. */
  pageFailed(error: { name: string; at: string }): void
}

/** The one table from channel to service method. */
export function handlersOf(services: Services): Handlers {
  const { accounts, lists, publishedLists, revocations, history } = services

  function known<T>(accountId: string, then: () => Result<T>): Result<T> {
    return accounts.get(accountId) ? then() : failed({ kind: 'notFound' })
  }

  return {
    'desk:get': async () => ok(await services.desk()),
    'settings:update': (part) => (services.settings.update(part), ok(null)),
    'startAtLogin:get': () => ok(services.startAtLogin.get()),
    'startAtLogin:set': ({ on }) => ok(services.startAtLogin.set(on)),
    'keyring:retry': async () => (await services.retryKeyring(), ok(null)),
    'app:restart': () => (services.restart(), ok(null)),
    'page:failed': (error) => (services.pageFailed(error), ok(null)),
    'account:signIn': (typed) => services.signIn.signIn(typed),
    'account:register': (typed) => services.registration.register(typed),
    'account:connect': (typed) => services.connect.connect(typed),
    'account:verify': ({ challengeId, code }) => services.signIn.verify(challengeId, code),
    'account:abandon': ({ challengeId }) => (services.signIn.abandon(challengeId), ok(null)),
    'account:show': ({ accountId }) => known(accountId, () => (accounts.show(accountId), ok(null))),
    'account:renew': async ({ accountId }) => {
      if (!accounts.get(accountId)) return failed({ kind: 'notFound' })
      const renewed = await services.renewals.renew(accountId)
      if (renewed.ok) {
        history.note(accountId, 'tokenRenewed')
        void lists.check(accountId)
      }
      return renewed
    },
    'account:signOut': ({ accountId }) => services.signOut.signOut(accountId),
    'account:signOutEverywhere': ({ accountId }) => services.signOutEverywhere(accountId),
    'password:change': (typed) => services.passwords.change(typed),
    'password:findOut': ({ accountId }) => services.passwords.findOut(accountId),
    'password:dismiss': ({ accountId }) =>
      known(accountId, () => (services.passwords.dismiss(accountId), ok(null))),
    'profile:refresh': ({ accountId }) => services.profiles.refresh(accountId),
    'profile:update': ({ accountId, change }) => services.profiles.update(accountId, change),
    'password:forgot': (typed) => services.recovery.forgot(typed),
    'password:reset': (typed) => services.recovery.reset(typed),
    'link:take': () => ok(services.deepLink.take()),
    'place:take': () => ok(services.navigation.take()),
    'session:list': ({ accountId }) =>
      known(accountId, () => ok(services.listNews.whole(publishedLists.get(accountId)))),
    'session:refresh': async ({ accountId }) => {
      if (!accounts.get(accountId)) return failed({ kind: 'notFound' })
      const answer = await lists.check(accountId)
      return answer.ok ? ok(null) : answer
    },
    'session:revoke': ({ accountId, session }) =>
      known(accountId, () => revocations.single.revoke(accountId, session)),
    'unconfirmedSession:dismiss': ({ id }) => (services.unconfirmedSessions.dismiss(id), ok(null)),
    'session:keepLeftBehind': ({ accountId }) =>
      known(
        accountId,
        () => (services.orphans.forget(accountId), publishedLists.pointOut(accountId), ok(null)),
      ),
    'session:undo': ({ accountId, sessionId }) =>
      known(accountId, () => revocations.single.undo(accountId, sessionId)),
    'session:endMany': ({ accountId, choice }) =>
      known(accountId, () => revocations.bulk.start(accountId, choice)),
    'ending:get': ({ accountId }) => known(accountId, () => ok(revocations.bulk.get(accountId))),
    'ending:undo': ({ accountId }) => known(accountId, () => revocations.bulk.control(accountId, 'undo')),
    'ending:pause': ({ accountId }) => known(accountId, () => revocations.bulk.control(accountId, 'pause')),
    'ending:resume': ({ accountId }) => known(accountId, () => revocations.bulk.control(accountId, 'resume')),
    'ending:cancel': ({ accountId }) => known(accountId, () => revocations.bulk.control(accountId, 'cancel')),
    'ending:retry': ({ accountId }) => known(accountId, () => revocations.bulk.control(accountId, 'retry')),
    'ending:dismiss': ({ accountId }) =>
      known(accountId, () => revocations.bulk.control(accountId, 'dismiss')),
    'session:annotate': ({ accountId, sessionId, part }) =>
      known(accountId, () => publishedLists.annotate(accountId, sessionId, part)),
    'alert:itWasMe': ({ accountId, sessionId }) =>
      known(accountId, () => (services.alerts.itWasMe(accountId, sessionId), ok(null))),
    'alert:allMine': ({ accountId }) =>
      known(accountId, () => (services.alerts.itWasMe(accountId, null), ok(null))),
    'activity:get': ({ accountId }) =>
      known(accountId, () => ok(services.activity(accountId, publishedLists.get(accountId).sessions ?? []))),
    'activity:export': ({ accountId, format, filter }) => services.exportActivity(accountId, format, filter),
    'activity:clear': ({ accountId }) => known(accountId, () => (history.clear(accountId), ok(null))),
    'rule:get': ({ accountId, instead }) =>
      known(accountId, () => ok(services.rules.get(accountId, instead))),
    'rule:set': ({ accountId, choice }) => services.rules.set(accountId, choice),
    'diagnostics:copy': () => services.diagnostics.copy(),
    'diagnostics:openFolder': () => services.diagnostics.openFolder(),
  }
}
