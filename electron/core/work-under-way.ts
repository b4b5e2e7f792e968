/** Counts the work that the app finishes before it quits. */
export interface WorkUnderWay {
  /** Counts a promise as work until it settles; returns the promise. */
  track<T>(work: Promise<T>): Promise<T>
  isAny(): boolean
  /** Resolves when no work is left, including work that begins meanwhile. */
  settled(): Promise<void>
}

/** Creates the counter, without work. */
export function createWorkUnderWay(): WorkUnderWay {
  const underWay = new Set<Promise<unknown>>()
  return {
    track(work) {
      const remove = (): void => void underWay.delete(done)
      const done: Promise<void> = work.then(remove, remove)
      underWay.add(done)
      return work
    },
    isAny: () => underWay.size > 0,
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
