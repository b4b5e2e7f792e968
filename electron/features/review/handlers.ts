import type { reviewRequests } from '../../shared/requests/review.ts'
import { ok } from '../../shared/result.ts'
import type { Accounts } from '../../core/accounts.ts'
import { forKnownAccounts, type HandlersOf } from '../../core/handlers.ts'
import type { ReviewReport } from './review-report.ts'
import type { Reviews } from './reviews.ts'

export interface ReviewHandlerDependencies {
  accounts: Accounts
  reviews: Reviews
  reviewReport: ReviewReport
}

/** Creates the handlers of reviews. */
export function createReviewHandlers(
  dependencies: ReviewHandlerDependencies,
): HandlersOf<typeof reviewRequests> {
  const { reviews, reviewReport } = dependencies
  const known = forKnownAccounts(dependencies.accounts)
  return {
    'review:get': known(({ accountId }) => ok(reviews.get(accountId))),
    'review:start': known(({ accountId }) => reviews.start(accountId)),
    'review:decide': known(({ accountId, startedAt, keys, decision }) =>
      reviews.decide(accountId, startedAt, keys, decision),
    ),
    'review:undo': known(({ accountId }) => reviews.undo(accountId)),
    'review:finish': known(({ accountId, keys }) => reviews.finish(accountId, keys)),
    'review:discard': known(({ accountId }) => reviews.discard(accountId)),
    'review:schedule': known(({ accountId, days }) => reviews.schedule(accountId, days)),
    'review:saveReport': ({ accountId, format, finishedAt }) =>
      reviewReport.save(accountId, format, finishedAt),
  }
}
