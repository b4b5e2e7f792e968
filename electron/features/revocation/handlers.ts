import type { revocationRequests } from '../../shared/requests/revocation.ts'
import { ok } from '../../shared/result.ts'
import type { Accounts } from '../../core/accounts.ts'
import { forKnownAccounts, type HandlersOf } from '../../core/handlers.ts'
import type { Revocations } from './revocations.ts'

export interface RevocationHandlerDependencies {
  accounts: Accounts
  revocations: Revocations
}

/** Creates the handlers of ending sessions. */
export function createRevocationHandlers({
  accounts,
  revocations,
}: RevocationHandlerDependencies): HandlersOf<typeof revocationRequests> {
  const known = forKnownAccounts(accounts)
  return {
    'session:revoke': known(({ accountId, key, isAtOnce }) =>
      revocations.revoke(accountId, key, isAtOnce ? 'unstored' : 'undoable'),
    ),
    'session:undo': known(({ accountId, key }) => revocations.undo(accountId, key)),
    'session:revokeMany': ({ plan, isAtOnce }) => ok({ refused: revocations.startPlan(plan, isAtOnce) }),
    'ends:get': () => ok(accounts.all().map(({ id }) => revocations.view(id))),
    'ends:control': known(({ accountId, batch, command }) => revocations.control(accountId, batch, command)),
  }
}
