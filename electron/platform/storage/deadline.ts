import type { Clock } from '../../core/ports.ts'

/** Limits the time of calls, and reports answers that arrive later. */
export interface Deadline {
  /** Whether a call timed out and no call was answered since. */
  isMissed(): boolean
  /** Runs a call; rejects after the time limit, while the call itself continues. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** Runs the listener at the first answer after a timeout. A rejection is not an answer. */
  onLateAnswer(listener: () => void): void
}

/** Creates a deadline of `limitMs` for each call, by the timers of `clock`. */
export function createDeadline(clock: Pick<Clock, 'after'>, limitMs: number): Deadline {
  const listeners: (() => void)[] = []
  let isMissed = false

  return {
    isMissed: () => isMissed,
    onLateAnswer: (listener) => void listeners.push(listener),
    run: (call) =>
      new Promise((resolve, reject) => {
        let isLate = false
        const cancel = clock.after(limitMs, () => {
          isLate = true
          isMissed = true
          reject(new Error('No answer in time'))
        })
        call().then(
          (value) => {
            cancel()
            const isRecovery = isLate && isMissed
            isMissed = false
            resolve(value)
            if (isRecovery) for (const listener of listeners) listener()
          },
          (error: unknown) => {
            cancel()
            reject(error instanceof Error ? error : new Error('Refused'))
          },
        )
      }),
  }
}
