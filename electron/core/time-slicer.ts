import type { Clock } from './ports.ts'

/** Divides long work into slices, so that other work can run in between. */
export interface Pacer {
  /** Returns null while the slice lasts; then a promise that resolves when the next slice begins. */
  pause(): Promise<void> | null
}

/** Short enough not to be noticed, and long enough that the pauses cost little. */
const SLICE_MS = 12

/** Creates the pacer of one piece of work; its first slice begins now. */
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
