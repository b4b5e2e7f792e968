import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showWhenReady } from '../../../../electron/platform/window/show-when-ready.ts'
import { FakeWindow } from './fake-window.ts'

const shown = vi.fn()

beforeEach(() => void vi.useFakeTimers())
beforeEach(() => void shown.mockClear())
afterEach(() => void vi.useRealTimers())

const EVENTS: Record<string, (window: FakeWindow) => void> = {
  'its first frame': (window) => window.emit('ready-to-show'),
  'its first view': (window) => window.emit('page-title-updated', {}, 'Sign in – Session Desk', true),
  'the failure of its page': (window) =>
    window.webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://session-desk/', true),
  'a second': () => vi.advanceTimersByTime(1_000),
}
const WAITING: Record<string, (window: FakeWindow) => void> = {
  'its document': (window) => window.emit('page-title-updated', {}, 'Session Desk', true),
  'a navigation that was prevented': (window) =>
    window.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'https://example.com/', true),
  'the failure of a frame': (window) =>
    window.webContents.emit('did-fail-load', {}, -6, 'ERR_FAILED', 'app://session-desk/', false),
  'less than a second': () => vi.advanceTimersByTime(999),
}

describe('a hidden window', () => {
  it.each([
    ...Object.entries(EVENTS).map(([name, event]) => [name, ['show'], event] as const),
    ...Object.entries(WAITING).map(([name, event]) => [name, [], event] as const),
  ])('gets at %s the calls %j', (_name, calls, event) => {
    const window = new FakeWindow()
    showWhenReady(window.real, false, shown)
    expect(window.calls).toEqual([])
    event(window)
    expect(window.calls).toEqual(calls)
    expect(shown).toHaveBeenCalledTimes(calls.length)
  })

  it('is shown once, maximised or not, in any sequence of events', () => {
    const steps = [...Object.values(EVENTS), ...Object.values(WAITING)]
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.constantFrom(...steps)), (maximised, happening) => {
        const window = new FakeWindow()
        const show = showWhenReady(window.real, maximised, shown)
        for (const step of happening) step(window)
        vi.advanceTimersByTime(1_000)
        show()
        expect(window.calls).toEqual([maximised ? 'maximize' : 'show'])
      }),
    )
  })

  it('stays hidden if it was closed meanwhile, and leaves no timer', () => {
    const window = new FakeWindow()
    const show = showWhenReady(window.real, false, shown)
    window.close()
    expect(vi.getTimerCount()).toBe(0)
    for (const event of Object.values(EVENTS)) event(window)
    show()
    expect(window.calls).toEqual([])
  })

  it('is shown at once on request, and not changed by later events', () => {
    const window = new FakeWindow()
    showWhenReady(window.real, true, shown)()
    expect([window.calls, window.eventNames()]).toEqual([['maximize'], []])
    expect(window.webContents.eventNames()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
