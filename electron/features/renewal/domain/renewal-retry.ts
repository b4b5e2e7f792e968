import type { Failure } from '../../../shared/failure.ts'
import { fullJitter } from '../../../core/domain/backoff.ts'

const INITIAL_WAIT_MS = 30_000
const MAX_WAIT_MS = 600_000
const DAY_MS = 86_400_000

/** Of the life that is left to a token, one wait takes no more than this part: several tries fit in. */
const MAX_PART_OF_LIFE = 1 / 3
/** Tries are never closer than this, so that no 10 s see more than two; three fit into the 15 s of a token of 30 s. */
const MIN_WAIT_MS = 5_500

/** Failures that say that this service renews no tokens, or not this one: asking again soon would change nothing. */
const FINAL: ReadonlySet<Failure['kind']> = new Set([
  'notFound',
  'forbidden',
  'misconfigured',
  'invalid',
  'conflict',
])

/** A renewal that failed. */
export interface FailedRenewal {
  failure: Failure
  /** How many have failed in a row. */
  failures: number
  /** ms until the token ends; null: its end is not known. */
  left: number | null
  /** Epoch ms by this computer's clock. */
  now: number
  /** In [0, 1). */
  random: number
}

/** ms until the next try; the old token is used meanwhile. */
export function renewalRetryIn({ failure, failures, left, now, random }: FailedRenewal): number {
  if (failure.kind === 'rateLimited') return Math.max(MIN_WAIT_MS, failure.retryAt - now)
  if (FINAL.has(failure.kind)) return DAY_MS
  const wait = INITIAL_WAIT_MS + fullJitter(failures, INITIAL_WAIT_MS, MAX_WAIT_MS, random)
  return left === null || left <= 0 ? wait : Math.max(MIN_WAIT_MS, Math.min(wait, left * MAX_PART_OF_LIFE))
}
