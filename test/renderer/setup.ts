import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, vi } from 'vitest'
import { setSessionTimes } from './session-times.ts'

// Runs before each file, in one page for many files: what a test leaves must be gone before the next one.

// A hidden, minimised or covered window gets no frames, so nothing in the page may wait for one.
window.requestAnimationFrame = () => 0

// happy-dom has none. An error of a component fails the run by itself, and not by this absence.
window.reportError = (error: unknown) =>
  queueMicrotask(() => {
    throw error
  })

// A screen or an overlay loads when it is first shown. Here all are loaded before the first test, so that no test waits for the
// compiler.
await Promise.all(Object.values(import.meta.glob('../../renderer/**/*.vue')).map((load) => load()))

// Vitest gives up after one second.
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: 3_000 })

// Once for the sessions that a file makes as it is loaded, too.
setSessionTimes()
beforeEach(setSessionTimes)

afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})
// Hooks run in reverse order: the app unmounts before the body is cleared, because it needs its portalled elements.
disableAutoUnmount()
enableAutoUnmount(afterEach)
