import { DAY_MS } from '../../../shared/dates.ts'
import type { Failure } from '../../../shared/failure.ts'
import { fullJitter, isPermanent } from '../../../domain/backoff.ts'

const INITIAL_WAIT_MS = 30_000
const MAX_WAIT_MS = 600_000
/** The maximum number of logout requests for one token in one run. */
export const MAX_TRIES = 5
/** How long after a token was retired its logout is tried. */
export const MAX_AGE_MS = 7 * DAY_MS

export interface FailedLogout {
  failure: Failure
  /** The number of logout requests in this run. */
  tries: number
  /** How long ago the token was retired, ms. */
  age: number
  /** Epoch ms by this computer's clock. */
  now: number
  /** In [0, 1). */
  random: number
}

/** Returns the ms until the next try; null: give up and report an unconfirmed session. */
export function nextLogoutIn({ failure, tries, age, now, random }: FailedLogout): number | null {
  if (isPermanent(failure) || age > MAX_AGE_MS) return null
  // Without a network nothing was sent, so the try does not count.
  if (failure.kind === 'offline' && failure.reason === 'noNetwork') return INITIAL_WAIT_MS
  if (tries >= MAX_TRIES) return null
  const wait = INITIAL_WAIT_MS + fullJitter(tries - 1, INITIAL_WAIT_MS, MAX_WAIT_MS, random)
  return failure.kind === 'rateLimited' ? Math.max(wait, failure.retryAt - now) : wait
}
