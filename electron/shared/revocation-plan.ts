import { isDeviceKnown, thisDevice } from './this-device.ts'

/** Whether two plans have the same sessions, by their keys in any order: what a person confirmed is what ends. */
export function isSamePlan(plan: readonly number[], confirmed: readonly number[]): boolean {
  const known = new Set(confirmed)
  return plan.length === known.size && plan.every((key) => known.has(key))
}

/**
 * Why nobody may end. `deviceUnclear`: the list does not say which session is this device. `thisDevice`: it was chosen. `apiToken`: an
 * API token is no session, so there are no others. `nothing`: no session is left to end.
 */
export type PlanObstacle = 'deviceUnclear' | 'thisDevice' | 'apiToken' | 'nothing'

/** Who ends of the rows of a list, in their order; nobody if there is an obstacle. `stays` is the row of this device, if one is. */
export interface RevocationPlan<Row> {
  ends: Row[]
  stays: Row | null
  obstacle: PlanObstacle | null
}

/** What a plan depends on beside who was chosen. */
export interface PlanContext {
  /** An account of an API token has no session of its own. */
  isApiToken: boolean
  /** Whether one session is chosen that a person sees, which needs no list that names this device. */
  isSingle?: boolean
  /** The keys of the sessions that are being ended already; they are left out. */
  begun?: ReadonlySet<number>
}

/**
 * Plans who ends of a list: the one function that says so, in main and in the window. Never this device. `keys`: the chosen sessions;
 * null: all others.
 */
export function planRevocation<Row extends { key: number; isCurrent: boolean }>(
  rows: readonly Row[],
  keys: readonly number[] | null,
  { isApiToken, isSingle = false, begun }: PlanContext,
): RevocationPlan<Row> {
  const these = keys && new Set(keys)
  const stays = thisDevice(rows)
  const chosen = rows.filter(({ key, isCurrent }) => (these ? these.has(key) : !isCurrent))
  const ends = chosen.filter(({ key }) => !begun?.has(key))

  function findObstacle(): PlanObstacle | null {
    if (!isSingle && !isDeviceKnown(rows, isApiToken)) return 'deviceUnclear'
    if (!these && !stays) return 'apiToken'
    if (chosen.some(({ isCurrent }) => isCurrent)) return 'thisDevice'
    return ends.length === 0 ? 'nothing' : null
  }
  const obstacle = findObstacle()
  return { ends: obstacle ? [] : ends, stays, obstacle }
}
