import { DAY_MS } from '../../../shared/dates.ts'
import type { Failure } from '../../../shared/failure.ts'
import { fullJitter, isPermanent } from '../../../domain/backoff.ts'

const INITIAL_WAIT_MS = 30_000
const MAX_WAIT_MS = 600_000

/** The largest fraction of the remaining lifetime that one wait may take, so that several tries fit. */
const MAX_LIFE_FRACTION = 1 / 3
/** The shortest wait: at most two tries in 10 s, and three in the 15 s before a 30 s token expires. */
const MIN_WAIT_MS = 5_500

export interface FailedRenewal {
  failure: Failure
  /** The number of consecutive failures. */
  failures: number
  /** ms until the token expires; null when unknown. */
  left: number | null
  /** Epoch ms by this computer's clock. */
  now: number
  /** In [0, 1). */
  random: number
}

/** How much later than all other calls a renewal is tried again after a 429. */
const AFTER_PAUSE_MS = 1_000

/** Returns the ms until the next try; the old token stays in use meanwhile. */
export function renewalRetryIn({ failure, failures, left, now, random }: FailedRenewal): number {
  // Later than the pause of all calls, so that they come first.
  if (failure.kind === 'rateLimited') return Math.max(MIN_WAIT_MS, failure.retryAt - now) + AFTER_PAUSE_MS
  // What a proxy says during a deployment must not let a token expire.
  if (left === null && isPermanent(failure)) return DAY_MS
  const wait = INITIAL_WAIT_MS + fullJitter(failures, INITIAL_WAIT_MS, MAX_WAIT_MS, random)
  return left === null || left <= 0 ? wait : Math.max(MIN_WAIT_MS, Math.min(wait, left * MAX_LIFE_FRACTION))
}
