import type { Clock } from './ports.ts'

/**
 * Returns a function that runs `work` at once, and then at most every `intervalMs` while it is called: calls within an
 * interval run `work` once at its end.
 */
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

/**
 * Returns a function that runs `work` once its calls have stopped for `waitMs`, at the latest `maxWaitMs` after the
 * first of them.
 */
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
