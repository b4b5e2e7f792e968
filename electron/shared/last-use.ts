/** When a session was last used, epoch ms by the service's clock; null: never, `unknown`: the service's text is no time. */
export type LastUse = number | null | 'unknown'

/** The time of a last use, or null where there is none to compare with. */
export function timeOfUse(lastUse: LastUse): number | null {
  return lastUse === 'unknown' ? null : lastUse
}
