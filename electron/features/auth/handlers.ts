import type { authRequests } from '../../shared/requests/auth.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { Accounts } from '../../core/accounts.ts'
import { forKnownAccounts, type HandlersOf } from '../../core/handlers.ts'
import type { PendingDeepLink } from '../../core/latest-value.ts'
import type { AddApiToken } from './api-token.ts'
import type { Recovery } from './recovery.ts'
import type { Registration } from './registration.ts'
import type { MayAskServer } from './server-check.ts'
import type { SignIn } from './sign-in.ts'
import type { SignOutEverywhere } from './sign-out-everywhere.ts'
import type { SignOut } from './sign-out.ts'
import type { UnconfirmedSessions } from './unconfirmed-sessions.ts'

export interface AuthHandlerDependencies {
  accounts: Accounts
  mayAskServer: MayAskServer
  signIn: SignIn
  registration: Registration
  addApiToken: AddApiToken
  signOut: SignOut
  signOutEverywhere: SignOutEverywhere
  recovery: Recovery
  deepLink: Pick<PendingDeepLink, 'take'>
  unconfirmedSessions: Pick<UnconfirmedSessions, 'dismiss'>
}

/** Creates the handlers of signing in and out. */
export function createAuthHandlers(dependencies: AuthHandlerDependencies): HandlersOf<typeof authRequests> {
  const { accounts, mayAskServer, signIn, registration, recovery } = dependencies
  const known = forKnownAccounts(accounts)
  const chosen =
    <P extends Parameters<MayAskServer>[0], R>(ask: (typed: P) => Promise<Result<R>>) =>
    async (typed: P): Promise<Result<R>> =>
      (await mayAskServer(typed)) ? ask(typed) : failed({ kind: 'cancelled' })
  return {
    'account:signIn': chosen(signIn.signIn),
    'account:register': chosen(registration.register),
    'account:addApiToken': chosen(dependencies.addApiToken.addApiToken),
    'account:verifyTwoFactor': ({ challengeId, code }) => signIn.verify(challengeId, code),
    'account:cancelTwoFactor': ({ challengeId }) => (signIn.cancel(challengeId), ok(null)),
    'account:select': known(({ accountId }) => (accounts.select(accountId), ok(null))),
    'account:signOut': ({ accountId }) => dependencies.signOut.signOut(accountId),
    'account:signOutEverywhere': ({ accountId }) => dependencies.signOutEverywhere(accountId),
    'password:forgot': chosen(recovery.forgot),
    'password:reset': chosen(recovery.reset),
    'deepLink:take': () => ok(dependencies.deepLink.take()),
    'unconfirmedSession:dismiss': ({ id }) => (dependencies.unconfirmedSessions.dismiss(id), ok(null)),
  }
}
