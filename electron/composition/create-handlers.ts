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

/** Creates the handlers of all requests, each feature's from what it names; a request without a handler does not compile. */
export function createHandlers({ services, ...tools }: HandlerDependencies): HandlersOf<Requests> {
  const all = { ...services, ...tools }
  return {
    ...createActivityHandlers(all),
    ...createAuthHandlers(all),
    ...createDesktopHandlers(all),
    ...createPasswordHandlers(all),
    ...createProfileHandlers(all),
    ...createRenewalHandlers(all),
    ...createReviewHandlers(all),
    ...createRevocationHandlers(all),
    ...createRuleHandlers(all),
    ...createSessionHandlers(all),
  }
}
