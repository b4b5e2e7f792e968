import type { Clock } from '../services/ports.ts'

/** Longer waits overflow Node's timers and fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** This computer's clock and timers. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    steady: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, Math.min(ms, LONGEST_TIMER))
      return () => clearTimeout(timer)
    },
  }
}
