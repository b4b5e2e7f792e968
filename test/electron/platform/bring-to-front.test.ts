import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBringToFront } from '../../../electron/platform/bring-to-front.ts'
import { FakeWindow } from './fake-window.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function windowThat(state: Partial<Pick<FakeWindow, 'minimised' | 'focused'>>): FakeWindow {
  return Object.assign(new FakeWindow(), { visible: true, ...state })
}

describe('bringing a window to the front', () => {
  it('requests the focus where the system grants it', () => {
    for (const minimised of [false, true]) {
      const window = windowThat({ minimised })
      createBringToFront(false)(window.real)
      vi.runAllTimers()
      expect(window.calls).toEqual([...(minimised ? ['restore'] : []), 'show', 'focus'])
    }
  })

  it('shows a minimised window with a new surface on Wayland: restored first, or the app would crash', () => {
    const window = windowThat({ minimised: true })
    createBringToFront(true)(window.real)
    vi.runAllTimers()
    expect(window.calls).toEqual(['restore', 'hide', 'show', 'focus'])
  })

  it('shows a window with a new surface on Wayland if it gets no focus', () => {
    const window = windowThat({})
    createBringToFront(true)(window.real)
    expect(window.calls).toEqual(['show', 'focus'])
    vi.runAllTimers()
    expect(window.calls).toEqual(['show', 'focus', 'hide', 'show'])
    expect(window.visible).toBe(true)
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

  it('creates one new surface on Wayland, however often it is called', () => {
    const window = windowThat({})
    const bringToFront = createBringToFront(true)
    for (let i = 0; i < 5; i += 1) bringToFront(window.real)
    vi.runAllTimers()
    expect(window.calls.filter((call) => call === 'hide')).toHaveLength(1)
  })
})
