import type { Failure } from '../../shared/failure.ts'
import type { Clock } from '../../core/ports.ts'
import type { RevocationApi } from './revocation-api.ts'
import { OFFLINE_INTERVAL_MS } from '../sessions/index.ts'

/** Why a revocation waits, and until when, epoch ms by this computer's clock. */
export interface Wait {
  until: number
  reason: Failure
}

/** Delays a job's requests while the service limits the rate or cannot be reached. */
export interface Backoff {
  /** Updates the wait and returns the ms until the next request may be sent; null: now. */
  left(): number | null
  /** The current wait to show; null if there is none, or if it is short and only for another list: a sign-out lasts as long. */
  current(): Wait | null
  /** A call failed temporarily. */
  failed(failure: Failure): void
  /**
   * The token changed after the list was fetched. Returns whether to fetch another list, after a wait that grows with
   * each consecutive change; false after too many changes.
   */
  tokenChanged(): boolean
  /** A list was fetched. */
  succeeded(): void
  /** A DELETE was answered. */
  answered(): void
}

/** A wait; `until` is by the steady clock. */
interface SteadyWait {
  until: number
  reason: Failure
  isForToken: boolean
}

const MAX_WAIT_MS = 60_000
/** The wait after the second consecutive change of the token. */
const INITIAL_TOKEN_WAIT_MS = 2_000
const MAX_TOKEN_CHANGES = 5

/** The failure of a revocation when the token changes too often. */
export const TOKEN_CHANGES: Failure = { kind: 'conflict' }

/** Creates a backoff without a wait. */
export function createBackoff(api: RevocationApi, clock: Clock): Backoff {
  let wait: SteadyWait | null = null
  let shown: SteadyWait | null = null
  let attempts = 0
  let tokenChanges = 0
  let wasOffline = false

  const after = (ms: number, reason: Failure, isForToken = false): SteadyWait => ({
    until: clock.steady() + ms,
    reason,
    isForToken,
  })
  const hasEnded = (): boolean => wait === null || wait.until <= clock.steady()

  function compute(): SteadyWait | null {
    const limitedUntil = api.rateLimitedUntil()
    if (limitedUntil !== null)
      return after(limitedUntil - clock.now(), { kind: 'rateLimited', retryAt: limitedUntil })
    if (!api.isReachable()) {
      wasOffline = true
      return after(OFFLINE_INTERVAL_MS, { kind: 'offline', reason: 'noNetwork' })
    }
    // Back online: retry at once.
    if (wasOffline && wait?.reason.kind !== 'rateLimited') wait = null
    wasOffline = false
    return hasEnded() ? null : wait
  }

  return {
    left() {
      shown = compute()
      return shown && shown.until - clock.steady()
    },
    current() {
      // Another list follows soon.
      if (!shown || shown.isForToken) return null
      return { until: Math.ceil(clock.now() + shown.until - clock.steady()), reason: shown.reason }
    },
    failed(failure) {
      const delay = Math.min(MAX_WAIT_MS, OFFLINE_INTERVAL_MS * 2 ** attempts)
      if (failure.kind === 'rateLimited') wait = after(failure.retryAt - clock.now(), failure)
      else if (hasEnded()) {
        // Parallel calls that fail together count as one attempt.
        attempts++
        wait = after(delay, failure)
      }
    },
    tokenChanged() {
      tokenChanges++
      if (tokenChanges > MAX_TOKEN_CHANGES) return false
      // Every renewal changes the token once.
      if (tokenChanges > 1) wait = after(INITIAL_TOKEN_WAIT_MS * 2 ** (tokenChanges - 2), TOKEN_CHANGES, true)
      return true
    },
    succeeded() {
      attempts = 0
      if (wait?.reason.kind !== 'rateLimited' && !wait?.isForToken) wait = null
    },
    answered() {
      attempts = 0
      tokenChanges = 0
      if (wait?.reason.kind !== 'rateLimited') wait = null
    },
  }
}
