import type { PollInterval } from '../../../shared/settings.ts'
import { fullJitter } from '../../../core/domain/backoff.ts'

/** How much of the app a person can see; decides how fresh a list must be. */
export type Visibility = 'visible' | 'minimised' | 'hidden'

/** A window as its system reports it. */
export interface WindowReport {
  isVisible: boolean
  isMinimised: boolean
  /** Whether the system says that a window was minimised; on Wayland it does not (electron#51766). */
  tellsMinimising: boolean
  /** ms since it had the focus, or was shown; 0 while it has the focus. */
  unfocusedMs: number
}

/** ms without the focus after which a window that might be minimised counts as such. */
export const UNFOCUSED_LIMIT_MS = 5 * 60_000

/** How much of a window a person can see, as far as that is known. */
export function windowVisibility(report: WindowReport): Visibility {
  // First: some systems report a minimised window as hidden too.
  if (report.isMinimised) return 'minimised'
  if (!report.isVisible) return 'hidden'
  return report.tellsMinimising || report.unfocusedMs < UNFOCUSED_LIMIT_MS ? 'visible' : 'minimised'
}

const POLL_INTERVAL_MS: Record<PollInterval, number> = {
  '10s': 10_000,
  '30s': 30_000,
  '1min': 60_000,
  '5min': 300_000,
}
const MIN_INTERVAL_MS: Record<Visibility, number> = { visible: 0, minimised: 60_000, hidden: 300_000 }

/** ms between two checks of a list: as chosen while it can be seen, and never more often than that. */
export function checkEvery(visibility: Visibility, pace: PollInterval): number {
  return Math.max(MIN_INTERVAL_MS[visibility], POLL_INTERVAL_MS[pace])
}

/** ms between two looks at whether this computer is online again; costs no request. */
export const OFFLINE_INTERVAL_MS = 5_000
const MAX_BACKOFF_MS = 300_000

/** What the wait for the next check of one list depends on. `random` is in [0, 1). */
export interface PollingState {
  visibility: Visibility
  pollInterval: PollInterval
  /** Checks that failed in a row. */
  failures: number
  /** The service asked for quiet until then, by the clock of `now`, or null. */
  pausedUntil: number | null
  /** From when on the wait counts, ms. */
  now: number
  random: number
}

/** ms until a list is checked again: the usual interval, longer after failures, never inside a pause. */
export function nextCheckIn(state: PollingState): number {
  const usual = checkEvery(state.visibility, state.pollInterval)
  const extra = state.failures === 0 ? 0 : fullJitter(state.failures - 1, usual, MAX_BACKOFF_MS, state.random)
  const pause = state.pausedUntil === null ? 0 : state.pausedUntil - state.now
  return Math.max(usual + extra, pause)
}
