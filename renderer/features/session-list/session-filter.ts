import { wholeDays } from '../../../electron/shared/dates.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import type { Filter } from '../../../electron/shared/view-state.ts'

/**
 * Whether a session matches a filter; `now` is epoch ms by the service's clock, like the session's times. A session that was
 * never used is inactive since its sign-in; one without a readable time is not inactive. `isReviewed`: a review has a decision
 * about the session. This device needs none.
 */
export function matchesFilter(
  session: DeviceSession,
  filter: Filter,
  now: number,
  isReviewed: (session: DeviceSession) => boolean = () => false,
): boolean {
  switch (filter.kind) {
    case 'all':
      return true
    case 'neverUsed':
      return session.lastUsedAt === null
    case 'new':
      return session.isNew
    case 'notReviewed':
      return !session.isCurrent && !isReviewed(session)
    case 'inactive': {
      const since = session.lastUsedAt ?? session.createdAt
      return typeof since === 'number' && wholeDays(since, now) >= filter.days
    }
  }
}
