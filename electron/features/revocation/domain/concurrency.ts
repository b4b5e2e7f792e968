import { mayHaveBeenApplied } from '../../../shared/failure.ts'
import type { Result } from '../../../shared/result.ts'

/** How many DELETE requests of one account may be pending at once, and the measurements that determine it; ms. */
export interface Concurrency {
  limit: number
  /** The maximum of the limit. */
  max: number
  /** The median time of a response at the initial limit; null until it is measured. */
  baseline: number | null
  /** The times of the responses since the limit was last evaluated. */
  times: readonly number[]
}

const INITIAL_LIMIT = 4
/** Chromium opens at most six connections to a host. */
const MAX_LIMIT = 6

/** The number of responses per permitted request after which the limit is evaluated; after a 429 more are needed. */
const RESPONSES_PER_REQUEST = 2
const RESPONSES_PER_REQUEST_AFTER_429 = 8

/** Responses count as equally fast up to this factor of the baseline, or this many ms above a very short one. */
const FLAT_FACTOR = 1.2
const FLAT_MS = 10
/** Responses above this factor of the baseline count as slower. */
const SLOWER_FACTOR = 1.5

/** The concurrency of an account that has not sent any DELETE yet. */
export const INITIAL_CONCURRENCY: Concurrency = {
  limit: INITIAL_LIMIT,
  max: MAX_LIMIT,
  baseline: null,
  times: [],
}

/**
 * Returns the concurrency after the response to a DELETE that took so many ms: up to six requests while responses do not get slower, at most four after a
 * lost response, one after a 429. From there it rises slowly, to four only, because a service that limits the rate does
 * not answer more requests at six.
 */
export function adjustConcurrency(
  concurrency: Concurrency,
  deleted: Result<unknown>,
  ms: number,
): Concurrency {
  const { limit, max, baseline } = concurrency
  const failure = deleted.ok ? null : deleted.failure
  if (failure?.kind === 'rateLimited') return { limit: 1, max: INITIAL_LIMIT, baseline, times: [] }
  // No response or a server error arrived.
  const isLost =
    failure && (failure.kind === 'offline' || failure.kind === 'tls' || mayHaveBeenApplied(failure))
  if (isLost) return { ...concurrency, limit: Math.min(limit, INITIAL_LIMIT), times: [] }
  const times = [...concurrency.times, ms]
  const isRecovering = limit < INITIAL_LIMIT
  if (times.length < limit * (isRecovering ? RESPONSES_PER_REQUEST_AFTER_429 : RESPONSES_PER_REQUEST))
    return { ...concurrency, times }
  if (isRecovering) return { ...concurrency, limit: limit + 1, times: [] }
  const typical = medianOf(times)
  const before = baseline ?? typical
  const isFlat = typical <= Math.max(before * FLAT_FACTOR, before + FLAT_MS)
  const isSlower = typical > Math.max(before * SLOWER_FACTOR, before + FLAT_MS)
  const next = isFlat ? limit + 1 : isSlower ? limit - 1 : limit
  return { max, limit: Math.min(max, Math.max(INITIAL_LIMIT, next)), baseline: before, times: [] }
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
