import type { Requests } from '../shared/requests.ts'
import type { HandlersOf } from '../core/handlers.ts'
import type { Services } from './create-services.ts'
import type { SupportTools } from './exports-and-diagnostics.ts'
import { createActivityHandlers } from '../features/activity/index.ts'
import { type AuthHandlerDependencies, createAuthHandlers } from '../features/auth/index.ts'
import { createDesktopHandlers, type DesktopHandlerDependencies } from '../features/desktop/index.ts'
import { createPasswordHandlers } from '../features/password/index.ts'
import { createProfileHandlers } from '../features/profile/index.ts'
import { createRenewalHandlers } from '../features/renewal/index.ts'
import { createReviewHandlers } from '../features/review/index.ts'
import { createRevocationHandlers } from '../features/revocation/index.ts'
import { createRuleHandlers } from '../features/rules/index.ts'
import { createSessionHandlers, type SessionHandlerDependencies } from '../features/sessions/index.ts'

/** The services, the support tools, and what else the handlers call. */
export type HandlerDependencies = { services: Services } & SupportTools &
  DesktopHandlerDependencies &
  Pick<AuthHandlerDependencies, 'deepLink'> &
  Pick<SessionHandlerDependencies, 'listSerializer'>

/** Creates the handlers of all requests; a request without a handler does not compile. */
export function createHandlers(parts: HandlerDependencies): HandlersOf<Requests> {
  const { accounts, history, lists, publishedLists, poller, unconfirmedSessions } = parts.services
  const { unmatchedSignIns } = parts.services
  const { servers, signIn, registration, recovery, addApiToken, signOut, signOutEverywhere } = parts.services
  const { activity, sessionHistory, alerts, awaySummaries, orphans, passwords, profiles, renewals } =
    parts.services
  const { revocations, reviews, rules } = parts.services
  const { deepLink, exportActivity, listSerializer, lostFiles, reviewReport } = parts
  return {
    ...createActivityHandlers({
      ...{ accounts, publishedLists, activity, sessionHistory, history, awaySummaries, alerts },
      ...{ exportActivity, lostFiles },
    }),
    ...createAuthHandlers({
      ...{ accounts, servers, signIn, registration, recovery, addApiToken, signOut, signOutEverywhere },
      ...{ unconfirmedSessions, unmatchedSignIns, deepLink },
    }),
    ...createDesktopHandlers(parts),
    ...createPasswordHandlers({ accounts, passwords }),
    ...createProfileHandlers({ profiles }),
    ...createRenewalHandlers({ accounts, renewals, orphans, history, lists, publishedLists }),
    ...createReviewHandlers({ accounts, reviews, reviewReport }),
    ...createRevocationHandlers({ accounts, revocations }),
    ...createRuleHandlers({ accounts, rules }),
    ...createSessionHandlers({ accounts, lists, poller, publishedLists, listSerializer }),
  }
}
