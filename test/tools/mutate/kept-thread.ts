import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PoolOptions, PoolWorker } from 'vitest/node'

/** Runs after which a new thread takes over, as each run leaves compiled test files behind. */
const MAX_RUNS = 500

/**
 * A pool for Vitest whose one thread outlives a run, so that a mutant costs the time of its tests and not that of loading
 * Vitest, the libraries and the code. Code that runs while a module loads runs once: leave its mutants out
 * (`ignoreStatic`).
 */
export function createKeptThread(): { name: string; createPoolWorker(options: PoolOptions): PoolWorker } {
  const name = 'kept-thread'
  let kept: { thread: Worker; runs: number } | undefined

  function threadFor(options: PoolOptions): Worker {
    if (kept && kept.runs >= MAX_RUNS) {
      void kept.thread.terminate()
      kept = undefined
    }
    kept ??= {
      thread: new Worker(resolve(options.distPath, 'workers/threads.js'), { execArgv: [] }),
      runs: 0,
    }
    kept.thread.setMaxListeners(0).unref()
    return kept.thread
  }

  return {
    name,
    createPoolWorker(options) {
      const thread = threadFor(options)
      const listeners: [event: string, listener: (value: unknown) => void][] = []
      const reply = (type: string): void =>
        void thread.emit('message', { __vitest_worker_response__: true, type })
      let config: unknown
      return {
        name,
        on(event, listener) {
          listeners.push([event, listener])
          thread.on(event, listener)
        },
        off: (event, listener) => void thread.off(event, listener),
        start: () => Promise.resolve(),
        send(message) {
          if (message.type === 'stop') return reply('stopped')
          if (message.type === 'start') {
            config = message.context.config
            return kept!.runs++ > 0 ? reply('started') : thread.postMessage(message)
          }
          if (message.type !== 'run') return thread.postMessage(message)
          const invalidates = message.context.files.map(({ filepath }) => filepath)
          thread.postMessage({ ...message, context: { ...message.context, config, invalidates } })
        },
        stop() {
          for (const [event, listener] of listeners) thread.off(event, listener)
          return Promise.resolve()
        },
        deserialize: (data) => data,
      }
    },
  }
}
