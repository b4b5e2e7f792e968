/** Work that is to be finished before the app ends. */
export interface WorkUnderWay {
  /** Counts this work until it is settled; gives it back. */
  track<T>(work: Promise<T>): Promise<T>
  isAny(): boolean
  /** Resolves once none is left, what is begun meanwhile included. */
  settled(): Promise<void>
}

/** Makes it, with nothing under way. */
export function createWorkUnderWay(): WorkUnderWay {
  const underWay = new Set<Promise<unknown>>()
  return {
    track(work) {
      const end = (): void => void underWay.delete(done)
      const done: Promise<void> = work.then(end, end)
      underWay.add(done)
      return work
    },
    isAny: () => underWay.size > 0,
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
