import type { Clock } from './ports.ts'

/** Divides long work into slices, so that whatever else waits gets its turn in between. */
export interface Pacer {
  /** Resolves at once while the slice lasts, and later, with a new slice, when it is over. */
  pause(): Promise<void> | null
}

/** ms that one slice lasts: well below what a person notices, and long enough that the pauses cost little. */
const SLICE_MS = 12

/** Makes one for one piece of work, whose first slice begins now. */
export function createPacer(clock: Pick<Clock, 'steady' | 'after'>): Pacer {
  let since = clock.steady()
  return {
    pause() {
      if (clock.steady() - since < SLICE_MS) return null
      return new Promise((resolve) => {
        clock.after(0, () => {
          since = clock.steady()
          resolve()
        })
      })
    },
  }
}
