import { uptime } from 'node:os'
import type { Clock } from '../../core/ports.ts'

/** Longer waits overflow Node's timers and fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Creates this computer's clocks and timers. */
export function systemClock(): Clock {
  const awake = (): number => performance.now()
  return {
    now: () => Date.now(),
    steady: countingSleep(awake, () => uptime() * 1_000),
    awake,
    after(ms, callback) {
      const timer = setTimeout(callback, Math.min(ms, MAX_TIMER_MS))
      return () => clearTimeout(timer)
    },
  }
}

/** How much the two clocks may differ without sleep: the time since boot may have whole seconds. */
const TOLERANCE_MS = 2_000

/**
 * Creates a clock that includes sleep, ms, from `awake`, an exact clock that stops during sleep (Node's on Linux and
 * macOS), and `sinceStart`, the inexact time since boot. Neither changes when the wall clock is set.
 */
export function countingSleep(awake: () => number, sinceStart: () => number): () => number {
  const offset = sinceStart() - awake()
  let slept = 0
  return () => {
    const total = sinceStart() - awake() - offset
    if (total > slept + TOLERANCE_MS) slept = total
    return awake() + slept
  }
}
