import { MINUTE_MS } from '../../../shared/dates.ts'

/** A check of a list that is not in the window. Times are ms by the steady clock. */
export interface BackgroundCheck {
  accountId: string
  /** When the list is due. */
  dueAt: number
  /** When it starts even if another check has just started, because its token is due for renewal; null: never. */
  latestAt: number | null
}

/** The next check, and when it starts. */
export interface PlannedCheck {
  accountId: string
  at: number
}

/** The minimum time between the starts of two background checks. */
export const MIN_GAP_MS = 250

/** The maximum number of checks per minute at one address, which is the usual rate limit of a service. */
export const MAX_CHECKS_PER_MINUTE = 60

/** The maximum delay of a check, as a fraction of its interval. */
const MAX_JITTER_FRACTION = 0.1

/** Returns the ms between the starts of two background checks: one to two times `MIN_GAP_MS`. `random` is in [0, 1). */
export function gapAfterStart(random: number): number {
  return Math.round(MIN_GAP_MS * (1 + random))
}

/** Lengthens an interval (ms) by up to a tenth, so that lists that were checked together drift apart. */
export function withJitter(interval: number, random: number): number {
  return Math.round(interval * (1 + MAX_JITTER_FRACTION * random))
}

/**
 * Returns the check that starts next: the one that has been due longest, not before `earliestAt`; of equals, the first.
 * A check with `latestAt` starts then at the latest. Null if there are no checks.
 */
export function nextBackgroundCheck(
  checks: readonly BackgroundCheck[],
  earliestAt: number,
): PlannedCheck | null {
  let next: (PlannedCheck & { dueAt: number }) | null = null
  for (const { accountId, dueAt, latestAt } of checks) {
    const at = Math.min(Math.max(dueAt, earliestAt), latestAt ?? Infinity)
    const isSooner = next === null || at < next.at || (at === next.at && dueAt < next.dueAt)
    if (isSooner) next = { accountId, at, dueAt }
  }
  return next && { accountId: next.accountId, at: next.at }
}

/** Returns when the next check may start at an address; `starts` are the times of earlier checks, oldest first. */
export function allowedAt(starts: readonly number[]): number {
  const first = starts.at(-MAX_CHECKS_PER_MINUTE)
  return first === undefined ? -Infinity : first + MINUTE_MS
}
