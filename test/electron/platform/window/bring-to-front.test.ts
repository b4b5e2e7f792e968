import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBringToFront } from '../../../../electron/platform/window/bring-to-front.ts'
import { FakeWindow } from './fake-window.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function windowThat(state: Partial<Pick<FakeWindow, 'minimised' | 'focused'>>): FakeWindow {
  return Object.assign(new FakeWindow(), { visible: true, ...state })
}

describe('bringing a window to the front', () => {
  it.each([
    ['requests the focus', false, false, ['show', 'focus']],
    ['restores a minimised window', false, true, ['restore', 'show', 'focus']],
    // Without the focus, only a new surface comes to the front.
    ['shows it with a new surface on Wayland', true, false, ['show', 'focus', 'hide', 'show']],
    // Restored first, or the app would crash.
    ['restores a minimised window on Wayland first', true, true, ['restore', 'hide', 'show', 'focus']],
  ])('%s', (_case, isWayland, minimised, calls) => {
    const window = windowThat({ minimised })
    createBringToFront(isWayland)(window.real)
    expect(window.calls).toEqual(calls.slice(0, minimised ? undefined : 2))
    vi.runAllTimers()
    expect([window.calls, window.visible]).toEqual([calls, true])
  })

  it.each<[string, (window: FakeWindow) => void]>([
    ['has got the focus', (window) => (window.focused = true)],
    ['was minimised', (window) => (window.minimised = true)],
    ['was hidden', (window) => (window.visible = false)],
    ['was closed', (window) => window.close()],
  ])('leaves the window on Wayland as it is if it %s meanwhile', (_what, happens) => {
    const window = windowThat({})
    createBringToFront(true)(window.real)
    happens(window)
    vi.runAllTimers()
    expect(window.calls).toEqual(['show', 'focus'])
  })

  it('shows it on Wayland only a while after it was hidden, or the new surface would stay empty', () => {
    const window = windowThat({})
    createBringToFront(true)(window.real)
    while (!window.calls.includes('hide')) vi.advanceTimersToNextTimer()
    expect(window.calls.at(-1)).toBe('hide')
    vi.runAllTimers()
    expect(window.calls.at(-1)).toBe('show')
  })

  it('leaves a window closed that was closed while it was hidden for that', () => {
    const window = windowThat({})
    createBringToFront(true)(window.real)
    while (!window.calls.includes('hide')) vi.advanceTimersToNextTimer()
    window.close()
    vi.runAllTimers()
    expect(window.calls.at(-1)).not.toBe('show')
  })

  it('creates one new surface on Wayland, however often it is called', () => {
    const window = windowThat({})
    const bringToFront = createBringToFront(true)
    for (let i = 0; i < 5; i += 1) bringToFront(window.real)
    vi.runAllTimers()
    expect(window.calls.filter((call) => call === 'hide')).toHaveLength(1)
  })
})
