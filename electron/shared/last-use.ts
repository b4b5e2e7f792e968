import type { SessionFacts } from './session-facts.ts'

/**
 * When a session was last used, epoch ms by the service's clock. Null: never. `unknown`: the service sent no valid
 * time.
 */
export type LastUse = SessionFacts['lastUsedAt']

/** Returns the time of a last use; null if it is unknown or never. */
export function timeOfUse(lastUse: LastUse): number | null {
  return lastUse === 'unknown' ? null : lastUse
}
