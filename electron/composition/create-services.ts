import { refreshAccountStatuses } from '../core/accounts.ts'
import { createUnfinishedWork } from '../features/desktop/index.ts'
import { createAuthServices } from './auth-services.ts'
import { createEndServices } from './end-services.ts'
import { createListServices } from './list-services.ts'
import { createPasswordServices } from './password-services.ts'
import { createTokenServices } from './token-services.ts'
import type { ServiceDependencies } from './dependencies.ts'
import { createServiceContext } from './service-context.ts'

/**
 * Creates the services in the order of their dependencies. They announce changes through `events`;
 * `subscribeServices` connects those that react. Reads the files, and sends nothing.
 */
export function createServices(dependencies: ServiceDependencies) {
  const context = createServiceContext(dependencies)
  const tokens = createTokenServices(context)
  const lists = createListServices(context, { tokens })
  const passwords = createPasswordServices(context, { tokens, lists })
  const ends = createEndServices(context, { tokens, lists, passwords })
  const auth = createAuthServices(context, { tokens, lists, ends })

  const { accounts, forgetAccount } = context
  const { vault, work, logouts, renewals } = tokens
  const { presenter, publishedLists, poller } = lists
  const { signOut } = auth

  return {
    ...{ accounts, forgetAccount },
    ...tokens,
    ...lists,
    ...passwords,
    ...ends,
    ...auth,
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
      ...{ accounts, vault, work, logouts, poller, signOut },
      passwords: passwords.passwords,
      revocations: ends.revocations,
    }),
  }
}

/** The services, by name. */
export type Services = ReturnType<typeof createServices>
