import { acceptHMRUpdate, defineStore } from 'pinia'
import { ref } from 'vue'
import { invoke } from '../../electron/shared/bridge.ts'

/** The maximum number of logged errors; more are most likely one defect that repeats. */
const MAX_LOGGED = 20

/** Uncaught errors of the page. */
export const usePageErrors = defineStore('pageErrors', () => {
  /** Whether an error occurred since the page was last shown. */
  const failed = ref(false)
  let logged = 0

  /** Sets `failed` and logs the error's name and position, not its message, which may contain personal data. */
  function report(error: unknown): void {
    failed.value = true
    if (++logged > MAX_LOGGED) return
    void invoke('page:failed', {
      name: (error instanceof Error ? error.name : typeof error).slice(0, 100),
      at: positionOf(error).slice(0, 200),
    })
  }

  /** Starts to report uncaught errors; returns a function that stops. */
  function start(): () => void {
    const listening = new AbortController()
    const { signal } = listening
    // An event without an error comes from the browser itself, such as a ResizeObserver loop.
    addEventListener('error', ({ error }) => (error ?? null) !== null && report(error), { signal })
    addEventListener('unhandledrejection', ({ reason }) => report(reason), { signal })
    return () => listening.abort()
  }

  const clear = (): void => void (failed.value = false)

  return { failed, report, start, clear }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(usePageErrors, import.meta.hot))

/** Returns file, line and column where the error was thrown, or an empty string. */
function positionOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return /([^\s()/]+:\d+:\d+)\)?$/m.exec(error.stack ?? '')?.[1] ?? ''
}
