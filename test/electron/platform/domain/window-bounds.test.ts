import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MIN_SIZE,
  parseWindowBounds,
  fitToDisplays,
  withoutPosition,
  type Rect,
} from '../../../../electron/platform/domain/window-bounds.ts'

const MAIN = { x: 0, y: 0, width: 1920, height: 1040 }
const LEFT = { x: -1280, y: 100, width: 1280, height: 984 }
const last = (part: Partial<Rect>, maximised = false) => ({
  x: 100,
  y: 100,
  width: 900,
  height: 600,
  ...part,
  maximised,
})

describe('the bounds of the window', () => {
  it('are the system’s choice at first', () => {
    expect(fitToDisplays(null, [MAIN])).toEqual({ width: 1080, height: 720, maximised: false })
    expect(fitToDisplays(null, [])).toEqual({ width: 1080, height: 720, maximised: false })
  })

  it('are the last ones, on any display, maximised or not', () => {
    expect(fitToDisplays(last({}), [MAIN])).toEqual(last({}))
    expect(fitToDisplays(last({ x: -1200, y: 200 }, true), [MAIN, LEFT])).toEqual(
      last({ x: -1200, y: 200 }, true),
    )
  })

  it.each<[string, Partial<Rect>, Partial<Rect>]>([
    ['below the edge', { y: 900 }, { y: 440 }],
    ['above it, its title out of reach', { y: -300 }, { y: 0 }],
    ['to the right', { x: 1900 }, { x: 1020 }],
    ['too large', { x: 50, y: 50, width: 4000, height: 3000 }, { ...MAIN }],
    ['too small', { width: 1, height: 1 }, MIN_SIZE],
  ])('are moved into the display that they were %s of', (_how, was, is) => {
    expect(fitToDisplays(last(was), [MAIN])).toEqual(last({ ...was, ...is }))
  })

  it('are the system’s choice if the display is gone, with the last size', () => {
    expect(fitToDisplays(last({ x: -1200 }), [MAIN])).toEqual({ width: 900, height: 600, maximised: false })
  })

  it('are the system’s choice if the last position is unknown, with the last size', () => {
    const sizeOnly = withoutPosition(last({}, true))
    expect(sizeOnly).toEqual({ width: 900, height: 600, maximised: true })
    expect(fitToDisplays(sizeOnly, [MAIN, LEFT])).toEqual(sizeOnly)
    expect(fitToDisplays({ ...sizeOnly, width: 4000 }, [MAIN])).toMatchObject({ width: MAIN.width })
  })

  it('are on the display that contains most of them', () => {
    expect(fitToDisplays(last({ x: -700 }), [MAIN, LEFT])).toMatchObject({ x: -900 })
    expect(fitToDisplays(last({ x: -200 }), [MAIN, LEFT])).toMatchObject({ x: 0 })
  })

  it('keep the title visible on a display that is smaller than the minimum size', () => {
    const small = { x: 0, y: 24, width: 640, height: 456 }
    expect(fitToDisplays(last({ x: 300, y: 300 }), [small])).toEqual({
      x: 0,
      y: 24,
      ...MIN_SIZE,
      maximised: false,
    })
  })

  const number = (most: number) => fc.integer({ min: -most, max: most })
  const area = fc.record({
    x: number(5_000),
    y: number(5_000),
    width: fc.integer({ min: MIN_SIZE.width, max: 8_000 }),
    height: fc.integer({ min: MIN_SIZE.height, max: 5_000 }),
  })
  const any = fc.record({
    x: number(1e6),
    y: number(1e6),
    width: number(1e6),
    height: number(1e6),
    maximised: fc.boolean(),
  })

  it('are never off the screen, for any last bounds and any displays', () => {
    fc.assert(
      fc.property(any, fc.array(area, { minLength: 1, maxLength: 4 }), (was, areas) => {
        const { x, y, width, height, maximised } = fitToDisplays(was, areas)
        expect(maximised).toBe(was.maximised)
        expect(width).toBeGreaterThanOrEqual(MIN_SIZE.width)
        expect(height).toBeGreaterThanOrEqual(MIN_SIZE.height)
        const holds = (screen: Rect): boolean =>
          width <= screen.width &&
          height <= screen.height &&
          (x === undefined || (x >= screen.x && x + width <= screen.x + screen.width)) &&
          (y === undefined || (y >= screen.y && y + height <= screen.y + screen.height))
        expect(areas.some(holds)).toBe(true)
      }),
    )
  })

  it('do not change when fitted twice', () => {
    fc.assert(
      fc.property(any, area, (was, screen) => {
        const { x = screen.x, y = screen.y, ...size } = fitToDisplays(was, [screen])
        const placed = { x, y, ...size }
        expect(fitToDisplays(placed, [screen])).toEqual(placed)
      }),
    )
  })
})

describe('stored bounds', () => {
  it('are used if they are valid', () => {
    expect(parseWindowBounds(last({}, true))).toEqual(last({}, true))
    expect(parseWindowBounds(withoutPosition(last({})))).toEqual({
      width: 900,
      height: 600,
      maximised: false,
    })
  })

  it.each([
    null,
    undefined,
    7,
    'left',
    [],
    {},
    { ...last({}), x: '1' },
    { ...last({}), width: 1.5 },
    { x: 1, ...withoutPosition(last({})) },
  ])('are ignored: %j', (kept) => expect(parseWindowBounds(kept)).toBeNull())

  it('are null or numbers, for any input', () => {
    fc.assert(
      fc.property(fc.anything(), (kept) => {
        const place = parseWindowBounds(kept)
        const { x = 0, y = 0, width = 0, height = 0 } = place ?? {}
        expect(Number.isInteger(x + y + width + height)).toBe(true)
      }),
    )
  })
})
