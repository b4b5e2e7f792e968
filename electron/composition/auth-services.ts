import {
  createAddApiToken,
  createRecovery,
  createRegistration,
  createServerCheck,
  createSignIn,
  createSignOut,
  createSignOutEverywhere,
} from '../features/auth/index.ts'
import type { EndServices } from './end-services.ts'
import type { ListServices } from './list-services.ts'
import type { TokenServices } from './token-services.ts'
import type { ServiceContext } from './service-context.ts'

/** Creates the services that sign in, register, recover an account and sign out. */
export function createAuthServices(
  context: ServiceContext,
  groups: { tokens: TokenServices; lists: ListServices; ends: EndServices },
) {
  const { accounts, settings, clock, newId, common, announce } = context
  const { vault, gateway, transportOf, transportTo, work, profiles } = groups.tokens
  const { unconfirmedSessions, logouts, renewals } = groups.tokens
  const { history, lists, poller } = groups.lists
  const { settle, holdBack } = groups.ends.revocations

  const known = [settings.get().server, ...accounts.all().map(({ baseUrl }) => baseUrl)]
  const signInDependencies = {
    ...{ accounts, vault, transportTo, logouts, unconfirmedSessions },
    rememberServer: settings.rememberServer,
    signedIn(accountId: string) {
      renewals.signedIn(accountId)
      void profiles.refresh(accountId)
      poller.checkNow(accountId)
    },
    clock,
  }
  const accountRemoved = announce('accountRemoved')
  const signOutDependencies = { accounts, vault, logouts, work, settle, accountRemoved }
  const signIn = createSignIn({
    ...{ ...signInDependencies, ...signOutDependencies, newId },
    recordedOwner: (accountId) => history.of(accountId)?.owner ?? '',
  })
  const signOut = createSignOut({
    ...signOutDependencies,
    renewals,
    unconfirmedSessions,
    transportOf,
    deviceName: (id) => lists.get(id).sessions?.find(({ isCurrent }) => isCurrent)?.name ?? null,
    ...common,
  })
  const everywhere = createSignOutEverywhere({
    ...{ ...signOutDependencies, ...common, gateway },
    holdBack,
    mayEnd: history.mayEnd,
    checkedAt: (id, token) => (lists.isFetchedWith(id, token) ? lists.get(id).checkedAt : null),
  })

  return {
    mayAskServer: createServerCheck(known, context.confirmServer),
    signIn,
    registration: createRegistration({ transportTo, unconfirmedSessions, proceed: signIn.proceed }),
    recovery: createRecovery(transportTo),
    addApiToken: createAddApiToken(signInDependencies),
    signOut,
    ...everywhere,
  }
}
