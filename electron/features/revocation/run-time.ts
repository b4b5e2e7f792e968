import type { Clock } from '../../core/ports.ts'

/**
 * Creates a counter of how long something ran, ms without sleep: waits for the service count, pauses of the person do not.
 * `count` tells it whether it runs now.
 */
export function createRunTime(clock: Pick<Clock, 'awake'>) {
  let before = 0
  let since: number | null = null
  const ranFor = (): number => before + (since === null ? 0 : clock.awake() - since)
  return {
    ranFor,
    count(isRunning: boolean): void {
      if (isRunning === (since !== null)) return
      before = ranFor()
      since = isRunning ? clock.awake() : null
    },
  }
}
