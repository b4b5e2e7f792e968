import type { Clock } from '../core/ports.ts'

/** Gives up on calls that are not answered in time, and says when the answer comes after all. */
export interface Deadline {
  /** Whether a call was given up on, and none has been answered since. */
  isMissed(): boolean
  /** Rejects after the time limit; the call itself goes on. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** Subscribes to the first answer that comes after its call was given up on. A refusal is no answer. */
  onLateAnswer(listener: () => void): void
}

/** Creates a deadline of `limit` ms, by the clock that stands still while the computer sleeps. */
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
            const isNews = isLate && isMissed
            isMissed = false
            resolve(value)
            if (isNews) for (const listener of listeners) listener()
          },
          (error: unknown) => {
            cancel()
            reject(error instanceof Error ? error : new Error('Refused'))
          },
        )
      }),
  }
}
