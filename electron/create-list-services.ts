import type { ServiceDependencies } from './dependencies.ts'
import type { OnAccountForgotten } from './core/ports.ts'
import type { Orphans } from './features/renewal/index.ts'
import { createEndRequests, createQueuedEnds, type Revocations } from './features/revocation/index.ts'
import {
  createLastKnownLists,
  createPublishedLists,
  type SessionLists,
  type SessionNotes,
  type SessionPresenter,
} from './features/sessions/index.ts'

/** What the published lists are made of. */
export interface ListParts {
  lists: SessionLists
  presenter: SessionPresenter
  orphans: Orphans
  notes: SessionNotes
  revocations: Revocations
  onAccountForgotten: OnAccountForgotten
}

/** Creates the lists as the window shows them, and what a person can do with them while their service is unreachable. */
export function createListServices(dependencies: ServiceDependencies, parts: ListParts) {
  const { accounts, files, clock, log, events, isOnline } = dependencies
  const { lists, revocations, onAccountForgotten } = parts
  const queuedEnds = createQueuedEnds({
    files: files.queuedEnds,
    clock,
    log,
    changed: (accountId) => events.emit('pendingChanged', accountId),
    onAccountForgotten,
  })
  const lastKnownLists = createLastKnownLists({
    files: files.lists,
    wholeFiles: files.wholeLists,
    clock,
    log,
    onAccountForgotten,
  })
  const publishedLists = createPublishedLists({
    ...parts,
    clock,
    readLastKnown: lastKnownLists.read,
    pendingOf: revocations.single.pending,
    queueOf: queuedEnds.of,
    published: (list) => events.emit('listPublished', list),
    renamed: (accountId) => events.emit('namesChanged', accountId),
  })
  const endRequests = createEndRequests({
    accounts,
    lists,
    publishedLists,
    queue: queuedEnds,
    revocations,
    isOnline,
    clock,
    log,
  })
  for (const { id } of accounts.all()) queuedEnds.expire(id)

  return {
    lastKnownLists,
    publishedLists,
    endRequests,
    /** An account's service could not be reached. */
    unreachable(accountId: string): void {
      queuedEnds.expire(accountId)
      void publishedLists.showLastKnown(accountId)
    },
  }
}
