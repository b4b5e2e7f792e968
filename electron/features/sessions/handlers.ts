import type { sessionRequests } from '../../shared/requests/sessions.ts'
import { ok } from '../../shared/result.ts'
import type { Accounts } from '../../core/accounts.ts'
import { forKnownAccounts, type HandlersOf } from '../../core/handlers.ts'
import type { ListSerializer } from './list-serializer.ts'
import type { PublishedLists } from './published-lists.ts'
import type { SessionLists } from './session-lists.ts'
import type { SessionPoller } from './session-poller.ts'

export interface SessionHandlerDependencies {
  accounts: Accounts
  lists: Pick<SessionLists, 'refresh'>
  poller: Pick<SessionPoller, 'checkAll'>
  publishedLists: Pick<PublishedLists, 'open' | 'annotate'>
  listSerializer: Pick<ListSerializer, 'snapshot'>
}

/** Creates the handlers of lists of sessions. */
export function createSessionHandlers(
  dependencies: SessionHandlerDependencies,
): HandlersOf<typeof sessionRequests> {
  const { lists, poller, publishedLists, listSerializer } = dependencies
  const known = forKnownAccounts(dependencies.accounts)
  return {
    'session:list': known(async ({ accountId }) =>
      ok(listSerializer.snapshot(await publishedLists.open(accountId))),
    ),
    'session:refresh': known(async ({ accountId }) => {
      const answer = await lists.refresh(accountId)
      return answer.ok ? ok(null) : answer
    }),
    'session:refreshAll': async () => (await poller.checkAll(), ok(null)),
    'session:annotate': known(({ accountId, key, part }) => publishedLists.annotate(accountId, key, part)),
  }
}
