import type { TestApp } from '../support/app.ts'

/** The main process's memory, bytes: its JavaScript heap after a collection, and its resident memory. */
export interface MainMemory {
  heapBytes: number
  resident: number
}

/** Collects main's garbage in several passes, then measures. */
export function measureMain(app: TestApp): Promise<MainMemory> {
  return app.inMain(async () => {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8')
    const { runInNewContext } = process.getBuiltinModule('node:vm')
    setFlagsFromString('--expose-gc')
    // V8 throws away the code of functions that were not called for a while, and makes it again: that is not growth.
    setFlagsFromString('--no-flush-bytecode')
    const collect = runInNewContext('gc') as () => void
    for (let pass = 0; pass < 5; pass++) {
      collect()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { heapUsed, external, rss } = process.memoryUsage()
    return { heapBytes: heapUsed + external, resident: rss }
  })
}

/** Bytes as MB, to one digit. */
export function inMB(bytes: number): number {
  return Math.round(bytes / 100_000) / 10
}
