import { defineStore } from 'pinia'
import { ref } from 'vue'
import { invoke } from '../bridge.ts'

/** Names more errors than these are of one defect that repeats; they would only fill the log. */
const MOST_LOGGED = 20

/** Errors of the page that nothing else handles. */
export const usePageErrors = defineStore('pageErrors', () => {
  /** Whether there was one since the page was last shown anew. */
  const failed = ref(false)
  let logged = 0

  /** Shows that something failed, and writes its kind and place to the log: a message may hold what the page shows. */
  function report(error: unknown): void {
    failed.value = true
    if (++logged > MOST_LOGGED) return
    void invoke('page:failed', {
      name: (error instanceof Error ? error.name : typeof error).slice(0, 100),
      at: placeOf(error).slice(0, 200),
    })
  }

  /** Reports every error of the page that nobody caught; returns the end of that. */
  function start(): () => void {
    const listening = new AbortController()
    const { signal } = listening
    // A message without an error is the browser's own, such as that of a layout which took two rounds.
    addEventListener('error', ({ error }) => (error ?? null) !== null && report(error), { signal })
    addEventListener('unhandledrejection', ({ reason }) => report(reason), { signal })
    return () => listening.abort()
  }

  const clear = (): void => void (failed.value = false)

  return { failed, report, start, clear }
})

/** File, line and column of where an error was thrown, or an empty text. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return /([^\s()/]+:\d+:\d+)\)?$/m.exec(error.stack ?? '')?.[1] ?? ''
}
