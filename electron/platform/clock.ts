import { uptime } from 'node:os'
import type { Clock } from '../core/ports.ts'

/** Longer waits overflow Node's timers and fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** This computer's clock and timers. */
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

/** ms by which the two clocks differ without a sleep: one of them may count whole seconds only. */
const TOLERANCE_MS = 2_000

/**
 * A clock that goes on over a sleep, made of one that is exact and stands still in it (Node's on Linux and macOS), and of
 * one that is neither: the time since the computer was started, which no setting of its clock changes. Both in ms.
 */
export function countingSleep(awake: () => number, sinceStart: () => number): () => number {
  const apart = sinceStart() - awake()
  let slept = 0
  return () => {
    const more = sinceStart() - awake() - apart
    if (more > slept + TOLERANCE_MS) slept = more
    return awake() + slept
  }
}
