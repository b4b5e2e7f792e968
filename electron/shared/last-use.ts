/**
 * When a session was last used, epoch ms by the service's clock. Null: never. `unknown`: the service sent no valid
 * time.
 */
export type LastUse = number | null | 'unknown'

/** The time of a last use, or null if there is none to compare. */
export function timeOfUse(lastUse: LastUse): number | null {
  return lastUse === 'unknown' ? null : lastUse
}
