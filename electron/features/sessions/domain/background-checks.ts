/** A check of a list that is not in the window. Times are ms by the steady clock. */
export interface BackgroundCheck {
  accountId: string
  /** When the list is due. */
  dueAt: number
  /** When it starts even if another has just started, because its token is due for renewal; null: never. */
  latestAt: number | null
}

/** The next check, and when it starts. */
export interface PlannedCheck {
  accountId: string
  at: number
}

/** The shortest time between the starts of two background checks, ms. */
export const MIN_GAP_MS = 250

/** The most checks of lists in a minute at one address: the usual limit of a service. */
export const MAX_CHECKS_PER_MINUTE = 60

const MINUTE_MS = 60_000

/** How much later than due a list may be checked, as a part of its interval. */
const MAX_JITTER_FRACTION = 0.1

/** ms between the starts of two background checks: once to twice the shortest time. `random` is in [0, 1). */
export function gapAfterStart(random: number): number {
  return Math.round(MIN_GAP_MS * (1 + random))
}

/** An interval made up to a tenth longer, so that lists that were checked together do not stay together. */
export function withJitter(interval: number, random: number): number {
  return Math.round(interval * (1 + MAX_JITTER_FRACTION * random))
}

/**
 * The check that starts next: the one that is due longest, not before `earliestAt`; the first of equals. A check with
 * `latestAt` starts then at the latest. Null if there is none.
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

/** When the next check may start at an address where checks started at these times, oldest first. */
export function allowedAt(starts: readonly number[]): number {
  const first = starts.at(-MAX_CHECKS_PER_MINUTE)
  return first === undefined ? -Infinity : first + MINUTE_MS
}
