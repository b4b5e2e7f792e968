import { MINUTE_MS } from '../../../shared/dates.ts'
import type { PollInterval } from '../../../shared/settings.ts'
import { fullJitter } from '../../../domain/backoff.ts'
import type { Visibility } from '../../../domain/visibility.ts'

const POLL_INTERVAL_MS: Record<PollInterval, number> = {
  '10s': 10_000,
  '30s': 30_000,
  '1min': 60_000,
  '5min': 300_000,
}
const MIN_INTERVAL_MS: Record<Visibility, number> = { visible: 0, minimised: 60_000, hidden: 300_000 }

/** Returns the ms between two checks of a list: the chosen interval, or longer while the window is not visible. */
export function checkEvery(visibility: Visibility, interval: PollInterval): number {
  return Math.max(MIN_INTERVAL_MS[visibility], POLL_INTERVAL_MS[interval])
}

/** The interval at which the app tests, without a request, whether this computer is online again. */
export const OFFLINE_INTERVAL_MS = 5_000
const MAX_BACKOFF_MS = 300_000

/** The inputs of `nextCheckIn`; `random` is in [0, 1). */
export interface PollingState {
  visibility: Visibility
  pollInterval: PollInterval
  /** The number of consecutive failed checks. */
  failures: number
  /** The end of a pause after a 429, by the clock of `now`; null if there is none. */
  pausedUntil: number | null
  /** The time from which the wait counts, ms by any clock. */
  now: number
  random: number
}

/**
 * Returns the ms until a list is checked again: the regular interval, longer after failures, not before a pause ends.
 */
export function nextCheckIn(state: PollingState): number {
  const regular = checkEvery(state.visibility, state.pollInterval)
  const extra =
    state.failures === 0 ? 0 : fullJitter(state.failures - 1, regular, MAX_BACKOFF_MS, state.random)
  const pause = state.pausedUntil === null ? 0 : state.pausedUntil - state.now
  return Math.max(regular + extra, pause)
}

/** The minimum time between the starts of two checks of accounts that are not in the window. */
export const MIN_GAP_MS = 250

/** The maximum number of checks per minute at one address, which is the usual rate limit of a service. */
export const MAX_CHECKS_PER_MINUTE = 60

/** The maximum delay of a check, as a fraction of its interval. */
const MAX_JITTER_FRACTION = 0.1

/** Returns the ms between the starts of two checks of accounts that are not in the window: one to two times `MIN_GAP_MS`. `random` is in [0, 1). */
export function gapAfterStart(random: number): number {
  return Math.round(MIN_GAP_MS * (1 + random))
}

/** Lengthens an interval (ms) by up to a tenth, so that lists that were checked together drift apart. */
export function withJitter(interval: number, random: number): number {
  return Math.round(interval * (1 + MAX_JITTER_FRACTION * random))
}

/** Returns when the next check may start at an address; `starts` are the times of earlier checks, oldest first. */
export function allowedAt(starts: readonly number[]): number {
  const first = starts.at(-MAX_CHECKS_PER_MINUTE)
  return first === undefined ? -Infinity : first + MINUTE_MS
}
