/** How many DELETE requests of one account may be pending at once, and the measurements for it; times in ms. */
export interface Concurrency {
  limit: number
  /** The most that the limit may rise to. */
  max: number
  /** The typical time of an answer with the initial limit; null until it is measured. */
  baseline: number | null
  /** The times of the answers since the limit was last considered. */
  times: readonly number[]
}

/** The answer to a DELETE. `lost`: none arrived, or a server error. */
export type TimedAnswer = { is: 'answered'; ms: number } | { is: 'rateLimited' } | { is: 'lost' }

const INITIAL_LIMIT = 4
/** Chromium opens at most six connections to a host. */
const MAX_LIMIT = 6

/** The number of answers, for each lane, after which the limit may rise; more of them after a 429. */
const ANSWERS_PER_REQUEST = 2
const ANSWERS_PER_REQUEST_AFTER_429 = 8

/** Answers are as fast as before up to this factor, or this many ms where they take almost no time. */
const FLAT_FACTOR = 1.2
const FLAT_MS = 10
/** Answers are slower from this factor on. */
const SLOWER_FACTOR = 1.5

/** The lanes of an account that has sent nothing yet. */
export const INITIAL_CONCURRENCY: Concurrency = {
  limit: INITIAL_LIMIT,
  max: MAX_LIMIT,
  baseline: null,
  times: [],
}

/**
 * The lanes after an answer: up to six while answers do not get slower, no more than four after a lost answer, one after
 * a 429. From there they rise slowly, to four, because a service that counts requests does not answer more on six.
 */
export function adjustConcurrency(concurrency: Concurrency, answer: TimedAnswer): Concurrency {
  const { limit, max, baseline } = concurrency
  if (answer.is === 'rateLimited') return { limit: 1, max: INITIAL_LIMIT, baseline, times: [] }
  if (answer.is === 'lost') return { ...concurrency, limit: Math.min(limit, INITIAL_LIMIT), times: [] }
  const times = [...concurrency.times, answer.ms]
  const isRecovering = limit < INITIAL_LIMIT
  if (times.length < limit * (isRecovering ? ANSWERS_PER_REQUEST_AFTER_429 : ANSWERS_PER_REQUEST))
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
