import type { Failure } from '../contract/failure.ts'
import { LOOK_FOR_NETWORK_EVERY } from '../domain/polling.ts'
import type { EndingCalls } from './ending-calls.ts'
import type { Clock } from './ports.ts'

/** Why an ending waits, and until when (epoch ms). */
export interface Wait {
  until: number
  reason: Failure
}

/** What keeps an ending from asking the service: its own wish, or that it cannot be reached. */
export interface EndingHold {
  /** Looks anew; null when nothing does. */
  until(): number | null
  /** What was found at the last look. */
  now(): Wait | null
  /** A call failed in a way that will pass. */
  because(failure: Failure): void
  /** A call came through. */
  passed(): void
}

const LONGEST_WAIT = 60_000

/** Makes it. */
export function createEndingHold(calls: EndingCalls, clock: Clock): EndingHold {
  let wait: Wait | null = null
  let shown: Wait | null = null
  let attempts = 0
  let wasOffline = false

  function look(): Wait | null {
    const quiet = calls.quietUntil()
    if (quiet !== null) return { until: quiet, reason: { kind: 'rateLimited', retryAt: quiet } }
    if (!calls.isReachable()) {
      wasOffline = true
      return { until: clock.now() + LOOK_FOR_NETWORK_EVERY, reason: { kind: 'offline', reason: 'noNetwork' } }
    }
    // Back online: what could not be reached without a network is worth a try now.
    if (wasOffline && wait?.reason.kind !== 'rateLimited') wait = null
    wasOffline = false
    return wait && wait.until > clock.now() ? wait : null
  }

  return {
    until: () => (shown = look())?.until ?? null,
    now: () => shown,
    because(failure) {
      const backoff = Math.min(LONGEST_WAIT, LOOK_FOR_NETWORK_EVERY * 2 ** attempts)
      if (failure.kind === 'rateLimited') wait = { until: failure.retryAt, reason: failure }
      else if (!wait || wait.until <= clock.now()) {
        // Calls that fail side by side are one attempt.
        attempts++
        wait = { until: clock.now() + backoff, reason: failure }
      }
    },
    passed() {
      attempts = 0
      if (wait?.reason.kind !== 'rateLimited') wait = null
    },
  }
}
