import type { SessionFacts } from './session-facts.ts'
import type { SessionMark } from './session.ts'

/**
 * When a session was last used, epoch ms by the service's clock. Null: never. `unknown`: the service sent no valid
 * time.
 */
export type LastUse = SessionFacts['lastUsedAt']

/** Returns the time of a last use; null if it is unknown or never. */
export function timeOfUse(lastUse: LastUse): number | null {
  return lastUse === 'unknown' ? null : lastUse
}

/**
 * Returns since when a session is unused, epoch ms by the service's clock: since its last use, or its sign-in if it never was used.
 * What the person called theirs counts as used then. Null when unknown.
 */
export function unusedSince(
  { lastUsedAt, createdAt }: Pick<SessionFacts, 'lastUsedAt' | 'createdAt'>,
  mark: SessionMark | null = null,
): number | null {
  const last = lastUsedAt ?? createdAt
  if (last === 'unknown' || last === null) return null
  return Math.max(last, createdAt ?? last, mark?.decision === 'mine' ? mark.at : last)
}
