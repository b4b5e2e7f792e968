import type { renewalRequests } from '../../shared/requests/renewal.ts'
import { ok } from '../../shared/result.ts'
import type { Accounts } from '../../core/accounts.ts'
import { forKnownAccounts, type HandlersOf } from '../../core/handlers.ts'
import type { PublishedLists, SessionLists } from '../sessions/index.ts'
import type { Orphans } from './orphans.ts'
import type { Renewals } from './renewals.ts'

export interface RenewalHandlerDependencies {
  accounts: Accounts
  renewals: Renewals
  orphans: Orphans
  history: { addEntry(accountId: string, type: 'tokenRenewed'): void }
  lists: Pick<SessionLists, 'refresh'>
  publishedLists: Pick<PublishedLists, 'refreshOrphan'>
}

/** Creates the handlers of renewals. */
export function createRenewalHandlers(
  dependencies: RenewalHandlerDependencies,
): HandlersOf<typeof renewalRequests> {
  const { renewals, orphans, history, lists, publishedLists } = dependencies
  const known = forKnownAccounts(dependencies.accounts)
  return {
    'account:renew': known(async ({ accountId }) => {
      const renewed = await renewals.renew(accountId)
      if (renewed.ok) {
        history.addEntry(accountId, 'tokenRenewed')
        void lists.refresh(accountId)
      }
      return renewed
    }),
    'session:keepOrphan': known(({ accountId }) => {
      orphans.forget(accountId)
      publishedLists.refreshOrphan(accountId)
      return ok(null)
    }),
  }
}
