import type { Failure } from '../contract/failure.ts'
import { LOOK_FOR_NETWORK_EVERY } from '../domain/polling.ts'
import type { EndingCalls } from './ending-calls.ts'
import type { Clock } from './ports.ts'

/** Why an ending waits, and until when (epoch ms, this computer's clock of now). */
export interface Wait {
  until: number
  reason: Failure
}

/** What keeps an ending from asking the service: its own wish, or that it cannot be reached. */
export interface EndingHold {
  /** Looks anew: ms until it may ask; null when nothing keeps it. */
  left(): number | null
  /** What was found at the last look, as far as people are told of it. */
  now(): Wait | null
  /** A call failed in a way that will pass. */
  because(failure: Failure): void
  /**
   * The token was replaced after the list had come. Whether one more list is worth asking for: the wait for it grows, and
   * after some in a row there is none.
   */
  becauseOfToken(): boolean
  /** A list came. */
  passed(): void
  /** An end was answered. */
  answered(): void
}

/** A wait; `until` is by the steady clock. */
interface Held {
  until: number
  reason: Failure
  isForToken: boolean
}

const LONGEST_WAIT = 60_000
/** ms of the first wait after a token changed for the second time. */
const INITIAL_TOKEN_WAIT_MS = 2_000
const MAX_TOKEN_CHANGES = 5

/** Why nothing can be sent while the token changes again and again. */
export const TOKEN_CHANGES: Failure = { kind: 'conflict' }

/** Makes it. */
export function createEndingHold(calls: EndingCalls, clock: Clock): EndingHold {
  let wait: Held | null = null
  let shown: Held | null = null
  let attempts = 0
  let tokenChanges = 0
  let wasOffline = false

  const after = (ms: number, reason: Failure, isForToken = false): Held => ({
    until: clock.steady() + ms,
    reason,
    isForToken,
  })
  const isOver = (): boolean => wait === null || wait.until <= clock.steady()

  function look(): Held | null {
    const quiet = calls.quietUntil()
    if (quiet !== null) return after(quiet - clock.now(), { kind: 'rateLimited', retryAt: quiet })
    if (!calls.isReachable()) {
      wasOffline = true
      return after(LOOK_FOR_NETWORK_EVERY, { kind: 'offline', reason: 'noNetwork' })
    }
    // Back online: what could not be reached without a network is worth a try now.
    if (wasOffline && wait?.reason.kind !== 'rateLimited') wait = null
    wasOffline = false
    return isOver() ? null : wait
  }

  return {
    left() {
      shown = look()
      return shown && shown.until - clock.steady()
    },
    now() {
      // Another list is on its way soon; there is nothing about it that a person could do or has to know.
      if (!shown || shown.isForToken) return null
      return { until: Math.ceil(clock.now() + shown.until - clock.steady()), reason: shown.reason }
    },
    because(failure) {
      const backoff = Math.min(LONGEST_WAIT, LOOK_FOR_NETWORK_EVERY * 2 ** attempts)
      if (failure.kind === 'rateLimited') wait = after(failure.retryAt - clock.now(), failure)
      else if (isOver()) {
        // Calls that fail side by side are one attempt.
        attempts++
        wait = after(backoff, failure)
      }
    },
    becauseOfToken() {
      tokenChanges++
      if (tokenChanges > MAX_TOKEN_CHANGES) return false
      // Once is what every renewal does.
      if (tokenChanges > 1) wait = after(INITIAL_TOKEN_WAIT_MS * 2 ** (tokenChanges - 2), TOKEN_CHANGES, true)
      return true
    },
    passed() {
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
