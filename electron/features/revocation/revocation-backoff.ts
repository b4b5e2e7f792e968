import type { Failure } from '../../shared/failure.ts'
import type { Clock } from '../../core/ports.ts'
import type { RevocationApi } from './revocation-api.ts'
import { OFFLINE_INTERVAL_MS } from '../sessions/index.ts'

/** Why a revocation waits, and until when (epoch ms, this computer's clock of now). */
export interface Wait {
  until: number
  reason: Failure
}

/** Keeps a revocation from asking the service while that asks for a pause or cannot be reached. */
export interface Backoff {
  /** Computes the wait anew: ms until the service may be asked; null when it may be now. */
  left(): number | null
  /** The wait that `left` found last, for people; null when there is nothing they could do or have to know. */
  current(): Wait | null
  /** A call failed in a way that passes by itself. */
  failed(failure: Failure): void
  /**
   * The token was replaced after the list had come. Returns whether one more list is worth asking for: the wait for it
   * grows, and after some in a row there is none.
   */
  tokenChanged(): boolean
  /** A list came. */
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
/** ms of the first wait after a token changed for the second time. */
const INITIAL_TOKEN_WAIT_MS = 2_000
const MAX_TOKEN_CHANGES = 5

/** Why nothing can be sent while the token changes again and again. */
export const TOKEN_CHANGES: Failure = { kind: 'conflict' }

/** A backoff without a wait. */
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
  const isOver = (): boolean => wait === null || wait.until <= clock.steady()

  function compute(): SteadyWait | null {
    const quiet = api.rateLimitedUntil()
    if (quiet !== null) return after(quiet - clock.now(), { kind: 'rateLimited', retryAt: quiet })
    if (!api.isReachable()) {
      wasOffline = true
      return after(OFFLINE_INTERVAL_MS, { kind: 'offline', reason: 'noNetwork' })
    }
    // Back online: what could not be reached without a network is worth a try now.
    if (wasOffline && wait?.reason.kind !== 'rateLimited') wait = null
    wasOffline = false
    return isOver() ? null : wait
  }

  return {
    left() {
      shown = compute()
      return shown && shown.until - clock.steady()
    },
    current() {
      // Another list is on its way soon.
      if (!shown || shown.isForToken) return null
      return { until: Math.ceil(clock.now() + shown.until - clock.steady()), reason: shown.reason }
    },
    failed(failure) {
      const delay = Math.min(MAX_WAIT_MS, OFFLINE_INTERVAL_MS * 2 ** attempts)
      if (failure.kind === 'rateLimited') wait = after(failure.retryAt - clock.now(), failure)
      else if (isOver()) {
        // Calls that fail side by side are one attempt.
        attempts++
        wait = after(delay, failure)
      }
    },
    tokenChanged() {
      tokenChanges++
      if (tokenChanges > MAX_TOKEN_CHANGES) return false
      // Once is what every renewal does.
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
