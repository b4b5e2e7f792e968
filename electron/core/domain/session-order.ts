import { timeOfUse } from '../../shared/last-use.ts'
import type { ApiSession } from './api-session.ts'

/** The current session first, then the most recently used; never used, or not known when, last; equal ones by id, so that rows hold still. */
export function inOrder(sessions: readonly ApiSession[]): ApiSession[] {
  return sessions.toSorted(
    (a, b) =>
      Number(b.isCurrent) - Number(a.isCurrent) ||
      (timeOfUse(b.lastUsedAt) ?? -Infinity) - (timeOfUse(a.lastUsedAt) ?? -Infinity) ||
      b.id - a.id,
  )
}
