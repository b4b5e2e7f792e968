import type { Clock } from './ports.ts'

/** Runs `work` at once, then at most every `interval` ms while it is called; the last call always runs. */
export function throttle(clock: Pick<Clock, 'after'>, intervalMs: number, work: () => void): () => void {
  let isWaiting = false
  let isDue = false
  function wait(): void {
    isWaiting = true
    clock.after(intervalMs, () => {
      isWaiting = false
      if (!isDue) return
      isDue = false
      wait()
      work()
    })
  }
  return () => {
    if (isWaiting) {
      isDue = true
      return
    }
    // Set the timer first, because `work` may call this function.
    wait()
    work()
  }
}

/** Runs `work` once after the calls stopped for `quiet` ms, at the latest `longest` ms after the first of them. */
export function debounce(
  clock: Pick<Clock, 'after'>,
  { waitMs, maxWaitMs }: { waitMs: number; maxWaitMs: number },
  work: () => void,
): () => void {
  let cancelWait: (() => void) | null = null
  let cancelMaxWait: (() => void) | null = null
  function run(): void {
    cancelWait?.()
    cancelMaxWait?.()
    cancelMaxWait = null
    work()
  }
  return () => {
    cancelWait?.()
    cancelWait = clock.after(waitMs, run)
    cancelMaxWait ??= clock.after(maxWaitMs, run)
  }
}
