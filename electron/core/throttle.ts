import type { Clock } from './ports.ts'

/** Runs `work` at once, then at most every `interval` ms while it is called; the last call always runs. */
export function throttle(clock: Pick<Clock, 'after'>, interval: number, work: () => void): () => void {
  let isWaiting = false
  let isDue = false
  function wait(): void {
    isWaiting = true
    clock.after(interval, () => {
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
