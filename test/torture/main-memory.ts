import type { TestApp } from '../support/app.ts'

/** The main process's memory, bytes: the data in its JavaScript heap after a collection, and its resident memory. */
export interface MainMemory {
  heapBytes: number
  resident: number
}

/** Collects main's garbage in several passes, then measures. */
export function measureMain(app: TestApp): Promise<MainMemory> {
  return app.inMain(async () => {
    const { getHeapSpaceStatistics, setFlagsFromString } = process.getBuiltinModule('node:v8')
    const { runInNewContext } = process.getBuiltinModule('node:vm')
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    for (let pass = 0; pass < 5; pass++) {
      collect()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { external, rss } = process.memoryUsage()
    // V8 makes the code of functions and throws it away as it likes, which may be 1 MB more or less.
    const ofData = getHeapSpaceStatistics().filter(({ space_name: name }) => !/code|trusted/.test(name))
    const heapBytes = ofData.reduce((sum, { space_used_size: used }) => sum + used, external)
    return { heapBytes, resident: rss }
  })
}

/** Bytes as MB, to one digit. */
export function inMB(bytes: number): number {
  return Math.round(bytes / 100_000) / 10
}
