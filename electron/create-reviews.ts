import type { ServiceDependencies } from './dependencies.ts'
import type { ServiceClocks } from './core/service-clocks.ts'
import type { TokenOrigins } from './features/auth/index.ts'
import type { Revocations } from './features/revocation/index.ts'
import { createReviewRepository, createReviews, type Reviews } from './features/review/index.ts'
import type { PublishedLists } from './features/sessions/index.ts'

/** The dependencies of all services, and the services that the reviews need. */
interface ReviewDependencies extends ServiceDependencies {
  publishedLists: PublishedLists
  revocations: Revocations
  tokenOrigins: TokenOrigins
  serviceClocks: ServiceClocks
}

/** Creates the reviews and subscribes them to the events of the services before them. */
export function subscribeReviews(parts: ReviewDependencies): Reviews {
  const { files, events, publishedLists, revocations, tokenOrigins, serviceClocks } = parts
  const reviews = createReviews({
    ...parts,
    repository: createReviewRepository(files.reviews, parts.log),
    lists: publishedLists,
    bulk: revocations.bulk,
    isSent: revocations.isSent,
    originOf: tokenOrigins.originOf,
    now: serviceClocks.now,
    changed: (update) => events.emit('reviewChanged', update),
    due: (accountId) => events.emit('reviewDue', accountId),
    dueChanged: () => events.emit('stateChanged'),
  })
  events.on('listStored', reviews.applyList)
  events.on('bulkChanged', reviews.applyBulk)
  events.on('revoked', reviews.applyEnd)
  // They stay for the next sign-in, like the history, unless the person removed the account.
  events.on('accountRemoved', (accountId, reason) => {
    if (reason === 'removed') reviews.forget(accountId)
  })
  return reviews
}
