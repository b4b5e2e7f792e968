import { uptime } from 'node:os'
import type { Clock } from '../core/ports.ts'

/** Longer waits overflow Node's timers and fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** This computer's clocks and timers. */
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

/** The clocks' difference without sleep, ms: one of them may count whole seconds. */
const TOLERANCE_MS = 2_000

/**
 * A clock that includes sleep, from an exact clock that stops during it (Node's on Linux and macOS) and the inexact
 * time since boot, which ignores changes of the wall clock. Both in ms.
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
