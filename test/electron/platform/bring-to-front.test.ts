import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBringToFront } from '../../../electron/platform/bring-to-front.ts'
import { FakeWindow } from './fake-window.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function windowThat(state: Partial<Pick<FakeWindow, 'minimised' | 'focused'>>): FakeWindow {
  return Object.assign(new FakeWindow(), { visible: true, ...state })
}

describe('a window is brought to the front', () => {
  it('where the system does as it is asked, by asking', () => {
    for (const minimised of [false, true]) {
      const window = windowThat({ minimised })
      createBringToFront(false)(window.real)
      vi.runAllTimers()
      expect(window.calls).toEqual([...(minimised ? ['restore'] : []), 'show', 'focus'])
    }
  })

  it('on Wayland, by a new surface when it was minimised: restored first, or the app would end', () => {
    const window = windowThat({ minimised: true })
    createBringToFront(true)(window.real)
    vi.runAllTimers()
    expect(window.calls).toEqual(['restore', 'hide', 'show', 'focus'])
  })

  it('on Wayland, by a new surface when it gets no focus', () => {
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
  ])('on Wayland it stays as it is when it %s meanwhile', (_what, happens) => {
    const window = windowThat({})
    createBringToFront(true)(window.real)
    happens(window)
    vi.runAllTimers()
    expect(window.calls).toEqual(['show', 'focus'])
  })

  it('on Wayland, with one new surface however often it is asked for', () => {
    const window = windowThat({})
    const bringToFront = createBringToFront(true)
    for (let i = 0; i < 5; i += 1) bringToFront(window.real)
    vi.runAllTimers()
    expect(window.calls.filter((call) => call === 'hide')).toHaveLength(1)
  })
})
