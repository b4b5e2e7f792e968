import { timeOfUse } from '../shared/last-use.ts'
import type { ApiSession } from './api-session.ts'

/**
 * Sorts the current session first, then by last use, newest first; never used and unknown last, then by id, so that the
 * order is stable.
 */
export function sortSessions(sessions: readonly ApiSession[]): ApiSession[] {
  return sessions.toSorted(
    (a, b) =>
      Number(b.isCurrent) - Number(a.isCurrent) ||
      (timeOfUse(b.lastUsedAt) ?? -Infinity) - (timeOfUse(a.lastUsedAt) ?? -Infinity) ||
      b.id - a.id,
  )
}
