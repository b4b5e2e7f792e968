import type { Failure } from '../../shared/failure.ts'
import type { Clock } from '../../core/ports.ts'
import { OFFLINE_INTERVAL_MS } from '../sessions/index.ts'

const MAX_WAIT_MS = 60_000

/**
 * Creates what keeps the requests of an account back: one wait at a time, by the service's word, without a network, or after failures.
 * `rateLimitedUntil`: when the service may be asked again, epoch ms by this computer's clock; null: now.
 */
export function createWait(clock: Clock, rateLimitedUntil: () => number | null, isReachable: () => boolean) {
  let wait: { until: number; reason: Failure } | null = null
  let attempts = 0
  let wasCutOff = false

  const isByService = (): boolean => wait?.reason.kind === 'rateLimited'

  /** Waits after a failure, longer each time; requests that fail together count once. */
  function begin(failure: Failure): void {
    const now = clock.steady()
    if (failure.kind === 'rateLimited') wait = { until: now + failure.retryAt - clock.now(), reason: failure }
    else
      wait ??= { until: now + Math.min(MAX_WAIT_MS, OFFLINE_INTERVAL_MS * 2 ** attempts++), reason: failure }
  }

  return {
    begin,
    /** What is waited for, until when by the steady clock, ms; null if nothing keeps requests back. */
    get: () => wait,
    /** Looks at what keeps requests back now; returns whether that is something else than before. */
    update(): boolean {
      const before = wait
      const limitedUntil = rateLimitedUntil()
      const isCutOff = !isReachable()
      const isBack = wasCutOff && !isCutOff && !isByService()
      if (isBack || (wait && wait.until <= clock.steady())) wait = null
      wasCutOff = isCutOff
      if (limitedUntil !== null) {
        if (!isByService()) begin({ kind: 'rateLimited', retryAt: limitedUntil })
      } else if (isCutOff) {
        const reason: Failure = { kind: 'offline', reason: 'noNetwork' }
        wait ??= { until: clock.steady() + OFFLINE_INTERVAL_MS, reason }
      }
      return wait !== before
    },
    /** Earlier failures do not count any more. */
    forget(): void {
      attempts = 0
      if (!isByService()) wait = null
    },
  }
}
