import type { AppState } from '../shared/app-state.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import type { Accounts } from '../core/accounts.ts'
import type { PendingDeepLink, PendingNavigation } from '../core/mailbox.ts'
import type { StartAtLoginPort } from '../core/ports.ts'
import type { SettingsService } from '../core/settings.ts'
import type { Handlers } from './router.ts'
import type {
  ActivityExport,
  ActivityView,
  Alerts,
  HistoryRepository,
  AwaySummaries,
} from '../features/activity/index.ts'
import type {
  AddApiToken,
  Recovery,
  Registration,
  SignIn,
  SignOut,
  SignOutEverywhere,
  UnconfirmedSessions,
} from '../features/auth/index.ts'
import type {
  ListSerializer,
  PublishedLists,
  SessionLists,
  SessionPoller,
} from '../features/sessions/index.ts'
import type { Passwords } from '../features/password/index.ts'
import type { Profiles } from '../features/profile/index.ts'
import type { Orphans, Renewals } from '../features/renewal/index.ts'
import type { ReviewReport, Reviews } from '../features/review/index.ts'
import type { EndRules } from '../features/rules/index.ts'
import type { Revocations } from '../features/revocation/index.ts'
import type { Diagnostics } from '../features/desktop/index.ts'

/** The services that handle requests of the window. */
export interface IpcServices {
  appState(): AppState
  settings: SettingsService
  accounts: Accounts
  signIn: SignIn
  registration: Registration
  addApiToken: AddApiToken
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
  lists: Pick<SessionLists, 'refresh'>
  poller: Pick<SessionPoller, 'checkAll'>
  publishedLists: Pick<PublishedLists, 'get' | 'awaitFirst' | 'annotate' | 'refreshOrphan'>
  revocations: Revocations
  listSerializer: Pick<ListSerializer, 'snapshot'>
  diagnostics: Diagnostics
  alerts: Alerts
  history: Pick<HistoryRepository, 'clear' | 'addEntry'>
  activity: ActivityView
  exportActivity: ActivityExport
  rules: EndRules
  awaySummaries: Pick<AwaySummaries, 'acknowledge'>
  reviews: Reviews
  saveReviewReport: ReviewReport
  unconfirmedSessions: Pick<UnconfirmedSessions, 'dismiss'>
  retryKeyring(): Promise<void>
  /** Quits, with the usual confirmation, and starts the app again. */
  restart(): void
  /** Logs an error of the page. */
  pageFailed(error: { name: string; at: string }): void
}

/** Creates the handler of each request: it calls a service. An unknown account is `notFound`. */
export function createHandlers(services: IpcServices): Handlers {
  const { accounts, lists, publishedLists, revocations, history, reviews } = services

  function withAccount<T>(accountId: string, handle: () => Result<T>): Result<T> {
    return accounts.get(accountId) ? handle() : failed({ kind: 'notFound' })
  }

  return {
    'appState:get': () => ok(services.appState()),
    'settings:update': (part) => (services.settings.update(part), ok(null)),
    'startAtLogin:get': () => ok(services.startAtLogin.get()),
    'startAtLogin:set': ({ on }) => ok(services.startAtLogin.set(on)),
    'keyring:retry': async () => (await services.retryKeyring(), ok(null)),
    'app:restart': () => (services.restart(), ok(null)),
    'page:failed': (error) => (services.pageFailed(error), ok(null)),
    'account:signIn': (typed) => services.signIn.signIn(typed),
    'account:register': (typed) => services.registration.register(typed),
    'account:addApiToken': (typed) => services.addApiToken.addApiToken(typed),
    'account:verifyTwoFactor': ({ challengeId, code }) => services.signIn.verify(challengeId, code),
    'account:cancelTwoFactor': ({ challengeId }) => (services.signIn.cancel(challengeId), ok(null)),
    'account:confirmOwner': ({ questionId, isSame }) => services.signIn.confirmOwner(questionId, isSame),
    'account:cancelOwner': ({ questionId }) => (services.signIn.cancelOwner(questionId), ok(null)),
    'account:select': ({ accountId }) => withAccount(accountId, () => (accounts.select(accountId), ok(null))),
    'account:renew': async ({ accountId }) => {
      if (!accounts.get(accountId)) return failed({ kind: 'notFound' })
      const renewed = await services.renewals.renew(accountId)
      if (renewed.ok) {
        history.addEntry(accountId, 'tokenRenewed')
        void lists.refresh(accountId)
      }
      return renewed
    },
    'account:signOut': ({ accountId }) => services.signOut.signOut(accountId),
    'account:signOutEverywhere': ({ accountId }) => services.signOutEverywhere(accountId),
    'password:change': (typed) => services.passwords.change(typed),
    'password:verifyOutcome': ({ accountId }) => services.passwords.verifyOutcome(accountId),
    'password:dismiss': ({ accountId }) =>
      withAccount(accountId, () => (services.passwords.dismiss(accountId), ok(null))),
    'profile:refresh': ({ accountId }) => services.profiles.refresh(accountId),
    'profile:update': ({ accountId, change }) => services.profiles.update(accountId, change),
    'password:forgot': (typed) => services.recovery.forgot(typed),
    'password:reset': (typed) => services.recovery.reset(typed),
    'deepLink:take': () => ok(services.deepLink.take()),
    'navigation:take': () => ok(services.navigation.take()),
    'session:list': ({ accountId }) =>
      withAccount(accountId, () => {
        publishedLists.awaitFirst(accountId)
        return ok(services.listSerializer.snapshot(publishedLists.get(accountId)))
      }),
    'activity:acknowledgeAway': ({ accountId }) =>
      withAccount(accountId, () => (services.awaySummaries.acknowledge(accountId), ok(null))),
    'session:refresh': async ({ accountId }) => {
      if (!accounts.get(accountId)) return failed({ kind: 'notFound' })
      const answer = await lists.refresh(accountId)
      return answer.ok ? ok(null) : answer
    },
    'session:refreshAll': async () => (await services.poller.checkAll(), ok(null)),
    'session:revoke': ({ accountId, session, isAtOnce }) =>
      withAccount(accountId, () => revocations.single.revoke(accountId, session, isAtOnce)),
    'unconfirmedSession:dismiss': ({ id }) => (services.unconfirmedSessions.dismiss(id), ok(null)),
    'session:keepOrphan': ({ accountId }) =>
      withAccount(
        accountId,
        () => (services.orphans.forget(accountId), publishedLists.refreshOrphan(accountId), ok(null)),
      ),
    'session:undo': ({ accountId, sessionId }) =>
      withAccount(accountId, () => revocations.single.undo(accountId, sessionId)),
    'session:revokeMany': ({ plan, isAtOnce }) => ok({ refused: revocations.bulk.startPlan(plan, isAtOnce) }),
    'ends:get': () => ok(accounts.all().map(({ id }) => revocations.view(id))),
    'ends:control': ({ accountId, batch, command }) =>
      withAccount(accountId, () => revocations.bulk.control(accountId, batch, command)),
    'ends:dismissUnsent': ({ accountId }) =>
      withAccount(accountId, () => (revocations.dismissUnsent(accountId), ok(null))),
    'session:annotate': ({ accountId, sessionId, part }) =>
      withAccount(accountId, () => publishedLists.annotate(accountId, sessionId, part)),
    'alert:acknowledge': ({ accountId, sessionId }) =>
      withAccount(accountId, () => (services.alerts.acknowledge(accountId, sessionId), ok(null))),
    'alert:acknowledgeAll': ({ accountId }) =>
      withAccount(accountId, () => (services.alerts.acknowledge(accountId, null), ok(null))),
    'activity:get': ({ accountId }) =>
      withAccount(accountId, () =>
        ok(services.activity(accountId, publishedLists.get(accountId).sessions ?? [])),
      ),
    'activity:export': ({ accountId, format, filter }) => services.exportActivity(accountId, format, filter),
    'activity:clear': ({ accountId }) => withAccount(accountId, () => (history.clear(accountId), ok(null))),
    'rule:get': ({ accountId, previewDays }) =>
      withAccount(accountId, () => ok(services.rules.get(accountId, previewDays))),
    'rule:set': ({ accountId, settings }) => services.rules.set(accountId, settings),
    'review:get': ({ accountId }) => withAccount(accountId, () => ok(reviews.get(accountId))),
    'review:start': ({ accountId }) => withAccount(accountId, () => reviews.start(accountId)),
    'review:decide': ({ accountId, startedAt, keys, decision }) =>
      withAccount(accountId, () => reviews.decide(accountId, startedAt, keys, decision)),
    'review:undo': ({ accountId }) => withAccount(accountId, () => reviews.undo(accountId)),
    'review:finish': ({ accountId, sessions }) =>
      withAccount(accountId, () => reviews.finish(accountId, sessions)),
    'review:discard': ({ accountId }) => withAccount(accountId, () => reviews.discard(accountId)),
    'review:schedule': ({ accountId, days }) =>
      withAccount(accountId, () => reviews.schedule(accountId, days)),
    'review:saveReport': ({ accountId, format }) => services.saveReviewReport(accountId, format),
    'diagnostics:copy': () => services.diagnostics.copy(),
    'diagnostics:openFolder': () => services.diagnostics.openFolder(),
  }
}
