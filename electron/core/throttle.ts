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

/** Runs `work` once after the calls stopped for `quiet` ms, at the latest `longest` ms after the first of them. */
export function collect(
  clock: Pick<Clock, 'after'>,
  { quiet, longest }: { quiet: number; longest: number },
  work: () => void,
): () => void {
  let cancelQuiet: (() => void) | null = null
  let cancelLongest: (() => void) | null = null
  function run(): void {
    cancelQuiet?.()
    cancelLongest?.()
    cancelLongest = null
    work()
  }
  return () => {
    cancelQuiet?.()
    cancelQuiet = clock.after(quiet, run)
    cancelLongest ??= clock.after(longest, run)
  }
}
