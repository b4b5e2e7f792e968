import type { Clock } from '../core/ports.ts'

/** Limits how long calls may take, and reports late answers. */
export interface Deadline {
  /** Whether a call timed out and none was answered since. */
  isMissed(): boolean
  /** Rejects after the time limit; the call itself continues. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** Subscribes to the first answer after a timeout. A rejection does not count. */
  onLateAnswer(listener: () => void): void
}

/** Creates a deadline of `limit` ms, by a clock that stops while the computer sleeps. */
export function createDeadline(clock: Pick<Clock, 'after'>, limit: number): Deadline {
  const listeners: (() => void)[] = []
  let isMissed = false

  return {
    isMissed: () => isMissed,
    onLateAnswer: (listener) => void listeners.push(listener),
    run: (call) =>
      new Promise((resolve, reject) => {
        let isLate = false
        const cancel = clock.after(limit, () => {
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
