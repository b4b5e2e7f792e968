import { fullJitter } from './backoff.ts'

/** How much of the app a person can see; decides how fresh a list must be. */
export type Visibility = 'visible' | 'minimised' | 'hidden'

/** ms between two checks of a list (design section 7). */
export const CHECK_EVERY: Record<Visibility, number> = { visible: 10_000, minimised: 60_000, hidden: 300_000 }
/** ms between two looks at whether this computer is online again; costs no request. */
export const LOOK_FOR_NETWORK_EVERY = 5_000
const LONGEST_BACKOFF = 300_000

/** What the wait for the next check of one list depends on. `random` is in [0, 1). */
export interface PollingState {
  visibility: Visibility
  /** Checks that failed in a row. */
  failures: number
  /** The service asked for quiet until then (epoch ms), or null. */
  pausedUntil: number | null
  now: number
  random: number
}

/** ms until a list is checked again: the usual interval, longer after failures, never inside a pause. */
export function nextCheckIn(state: PollingState): number {
  const usual = CHECK_EVERY[state.visibility]
  const extra =
    state.failures === 0 ? 0 : fullJitter(state.failures - 1, usual, LONGEST_BACKOFF, state.random)
  const pause = state.pausedUntil === null ? 0 : state.pausedUntil - state.now
  return Math.max(usual + extra, pause)
}
