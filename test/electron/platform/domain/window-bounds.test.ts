import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MIN_SIZE,
  minSizeOn,
  parseZoom,
  parseWindowBounds,
  fitToDisplays,
  trackSize,
  withoutPosition,
  type Rect,
  type WindowState,
} from '../../../../electron/platform/domain/window-bounds.ts'

type Numbers = fc.Arbitrary<number>
const MAIN = { x: 0, y: 0, width: 1920, height: 1040 }
const LEFT = { x: -1280, y: 100, width: 1280, height: 984 }
const SIZE = { width: 900, height: 600 }
const FIRST_PLACE = { x: 100, y: 100, ...SIZE }
const last = (part: Partial<Rect> = {}, maximised = false) => ({ ...FIRST_PLACE, ...part, maximised })

describe('the bounds of the window', () => {
  const FIRST = { width: 1080, height: 720, maximised: false }
  const SMALL = { x: 0, y: 24, width: 640, height: 456 }
  const sizeOnly = withoutPosition(last({}, true))
  it.each<[string, WindowState | null, Rect[], WindowState]>([
    ['the system’s choice at first', null, [MAIN], FIRST],
    ['the system’s choice without a display', null, [], FIRST],
    ['the last ones', last(), [MAIN], last()],
    ['the last ones elsewhere, maximised', last({ x: -1200 }, true), [MAIN, LEFT], last({ x: -1200 }, true)],
    ['moved up from below the edge', last({ y: 900 }), [MAIN], last({ y: 440 })],
    ['moved down, the title into reach', last({ y: -300 }), [MAIN], last({ y: 0 })],
    ['moved in from the right', last({ x: 1900 }), [MAIN], last({ x: 1020 })],
    ['cut to the display', last({ width: 4000, height: 3000 }), [MAIN], last(MAIN)],
    ['no smaller than the minimum', last({ width: 1, height: 1 }), [MAIN], last(MIN_SIZE)],
    ['without a position if the display is gone', last({ x: -1200 }), [MAIN], { ...SIZE, maximised: false }],
    ['without a position if none is known', sizeOnly, [MAIN, LEFT], { ...SIZE, maximised: true }],
    ['cut without a position', { ...sizeOnly, width: 4000 }, [MAIN], { ...sizeOnly, width: MAIN.width }],
    ['on the left display, if most are there', last({ x: -700 }), [MAIN, LEFT], last({ x: -900 })],
    ['on the main display, if most are there', last({ x: -200 }), [MAIN, LEFT], last({ x: 0 })],
    ['no larger than a small one', last({ x: 300, y: 300 }), [SMALL], last(SMALL)],
    ['no larger than a small one at first', null, [SMALL], { width: 640, height: 456, maximised: false }],
  ])('are %s', (_case, was, displays, is) => {
    expect(fitToDisplays(was, displays)).toEqual(is)
  })

  const [near, far] = [5_000, 1e6].map((most) => fc.integer({ min: -most, max: most })) as [Numbers, Numbers]
  const width = fc.integer({ min: 200, max: 8_000 })
  const height = fc.integer({ min: 200, max: 5_000 })
  const area = fc.record({ x: near, y: near, width, height })
  const any = fc.record({ x: far, y: far, width: far, height: far, maximised: fc.boolean() })

  it('are never off the screen, for any last bounds and any displays', () => {
    fc.assert(
      fc.property(any, fc.array(area, { minLength: 1, maxLength: 4 }), (was, areas) => {
        const is = fitToDisplays(was, areas)
        expect(is.maximised).toBe(was.maximised)
        const least = minSizeOn(areas)
        expect(is.width).toBeGreaterThanOrEqual(least.width)
        expect(is.height).toBeGreaterThanOrEqual(least.height)
        const holds = (screen: Rect): boolean => {
          const { x = screen.x, y = screen.y } = is
          const isInside = x >= screen.x && y >= screen.y
          return (
            isInside && x + is.width <= screen.x + screen.width && y + is.height <= screen.y + screen.height
          )
        }
        expect(areas.some(holds)).toBe(true)
      }),
    )
  })
})

describe('stored bounds', () => {
  it.each([last({}, true), withoutPosition(last())])('are used if they are valid: %j', (kept) => {
    expect(parseWindowBounds(kept)).toEqual(kept)
  })

  const odd = [{ x: '1' }, { width: 1.5 }].map((part) => ({ ...last(), ...part }))
  const half = { x: 1, ...withoutPosition(last()) }
  it.each([null, undefined, 7, 'left', [[]], {}, ...odd, half])('are ignored: %j', (kept) => {
    expect(parseWindowBounds(kept)).toBeNull()
  })
})

describe('the size that a person chose', () => {
  const SIZE = { width: 900, height: 600 }
  const grown = (by: number, maximised = false) => ({
    width: SIZE.width + by,
    height: SIZE.height + by,
    maximised,
  })

  it('stays, whatever a desktop adds while it shows, maximises or restores the window', () => {
    const size = trackSize(SIZE)
    expect(size.report(grown(44), 50)).toEqual(grown(0))
    size.shown(100)
    expect(size.report(grown(22), 500)).toEqual(grown(0))
    expect(size.report(grown(44), 1_099)).toEqual(grown(0))
    expect(size.report(grown(44), 5_000)).toEqual(grown(0))
    expect(size.report(grown(44, true), 6_000)).toEqual(grown(0, true))
    expect(size.report(grown(44, true), 8_000)).toEqual(grown(0, true))
    expect(size.report(grown(22), 9_000)).toEqual(grown(0))
    expect(size.report(grown(44), 9_999)).toEqual(grown(0))
    expect(size.report(grown(44), 12_000)).toEqual(grown(0))
  })

  it('follows a change of theirs, without what the desktop added', () => {
    const size = trackSize(SIZE)
    size.shown(0)
    size.report(grown(44), 10)
    expect(size.report(grown(144), 1_000)).toEqual(grown(100))
    size.shown(3_000)
    size.report(grown(122), 3_010)
    expect(size.report(grown(22), 5_000)).toEqual(grown(0))
  })

  it('stays, whatever a desktop changes while the window has no focus, and as it gets the focus', () => {
    const size = trackSize(SIZE)
    size.shown(0)
    size.focused(20)
    size.report(grown(44), 30)
    size.blurred()
    expect(size.report(grown(22), 5_000)).toEqual(grown(0))
    size.focused(6_000)
    expect(size.report(grown(44), 6_299)).toEqual(grown(0))
    expect(size.report(grown(54), 6_300)).toEqual(grown(10))
    size.blurred()
    size.shown(9_000)
    expect(size.report(grown(64), 9_999)).toEqual(grown(10))
    expect(size.report(grown(74), 10_000)).toEqual(grown(20))
  })

  it('may settle no sooner because the window got the focus', () => {
    const size = trackSize(SIZE)
    size.shown(0)
    size.focused(10)
    expect(size.report(grown(44), 999)).toEqual(grown(0))
  })

  it('is the reported one where a desktop adds nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2_000), { minLength: 1 }), (sides) => {
        const size = trackSize(SIZE)
        size.shown(0)
        const last = sides.map((side, at) => size.report(grown(side), 2_000 + at)).at(-1)
        expect(last).toEqual(grown(sides.at(-1) ?? 0))
      }),
    )
  })
})

it.each([
  [1.25, 1.25],
  [0.25, 0.25],
  [0, 1],
  [6, 1],
  ['2', 1],
  [undefined, 1],
])('a stored zoom %j is %s', (stored, zoom) => {
  expect(parseZoom(stored)).toBe(zoom)
})
