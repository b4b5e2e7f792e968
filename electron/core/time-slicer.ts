import type { Clock } from './ports.ts'

/** Divides long work into slices, so that other work can run in between. */
export interface TimeSlicer {
  /** Returns null while the slice lasts; then a promise that resolves when the next slice begins. */
  pause(): Promise<void> | null
}

/** Short enough not to be noticed, and long enough that the pauses cost little. */
const SLICE_MS = 12

/** Creates the time slicer of one piece of work; its first slice begins now. */
export function createTimeSlicer(clock: Pick<Clock, 'steady' | 'after'>): TimeSlicer {
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
