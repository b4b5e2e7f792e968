import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBackground } from '../../../../electron/features/desktop/background.ts'
import { fakeClock } from '../../fakes.ts'

const GRACE = 10_000

function setUp() {
  const state = {
    settings: { keepInTray: true, keepWithoutTray: false },
    hasTray: true as boolean | null,
    isOpen: false,
    isEnding: false,
    done: [] as string[],
  }
  const clock = fakeClock()
  const background = createBackground({
    keepInTray: () => state.settings.keepInTray,
    keepWithoutTray: () => state.settings.keepWithoutTray,
    hasTray: () => state.hasTray,
    isOpen: () => state.isOpen,
    isQuitting: () => state.isEnding,
    clock,
    open() {
      state.isOpen = true
      state.done.push('open')
    },
    quit: () => void state.done.push('quit'),
    notifyRunningInTray: () => void state.done.push('notifyRunningInTray'),
  })
  return { state, clock, background }
}

it.each([
  { hasTray: true, keepInTray: true, keepWithoutTray: false, done: ['notifyRunningInTray'] },
  { hasTray: true, keepInTray: false, keepWithoutTray: true, done: ['quit'] },
  { hasTray: false, keepInTray: true, keepWithoutTray: false, done: ['quit'] },
  { hasTray: null, keepInTray: true, keepWithoutTray: false, done: ['quit'] },
  { hasTray: false, keepInTray: false, keepWithoutTray: true, done: [] },
])(
  'a closed window leads to $done where hasTray is $hasTray',
  ({ hasTray, keepInTray, keepWithoutTray, done }) => {
    const { state, background } = setUp()
    state.hasTray = hasTray
    state.settings = { keepInTray, keepWithoutTray }
    background.windowClosed()
    expect(state.done).toEqual(done)
  },
)

describe('an app without a window', () => {
  it('opens none if the tray comes back in time', async () => {
    const { state, clock, background } = setUp()
    state.hasTray = false
    background.changed()
    await clock.advance(GRACE - 1)
    state.hasTray = true
    background.changed()
    expect(clock.pending()).toBe(0)
    state.hasTray = false
    background.changed()
    await clock.advance(GRACE - 1)
    expect(state.done).toEqual([])
  })

  it.each<[string, Partial<ReturnType<typeof setUp>['state']>, string[]]>([
    ['at once', {}, ['open']],
    ['no second one', { isOpen: true }, []],
    ['none while it quits', { isEnding: true }, []],
    ['none with a tray', { hasTray: true }, []],
  ])('opens %s if the person declined to quit', (_what, part, done) => {
    const { state, background } = setUp()
    Object.assign(state, { hasTray: false, ...part })
    background.quitDeclined()
    expect(state.done).toEqual(done)
  })

  it('soon has a tray, a window, an exit or the person’s permission, in any sequence of events', async () => {
    const step = fc.record({
      hasTray: fc.option(fc.boolean(), { nil: null }),
      keepWithoutTray: fc.boolean(),
      isOpen: fc.boolean(),
      isEnding: fc.boolean(),
      wait: fc.integer({ min: 0, max: 2 * GRACE }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { state, clock, background } = setUp()
        for (const { wait, keepWithoutTray, ...next } of steps) {
          Object.assign(state, next, { settings: { keepInTray: true, keepWithoutTray } })
          background.changed()
          await clock.advance(wait)
        }
        await clock.advance(GRACE)
        const isReachable =
          state.isOpen || state.isEnding || state.hasTray === true || state.settings.keepWithoutTray
        expect(isReachable).toBe(true)
        expect(state.done).not.toContain('quit')
      }),
    )
  })
})
