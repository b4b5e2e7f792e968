/** A rectangle on the desktop, in device-independent pixels. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Where the window was when it was closed; the rectangle is the one that it has when it is not maximised. Without `x` and
 * `y` nobody knows where it was, as on Wayland.
 */
export interface WindowState {
  x?: number
  y?: number
  width: number
  height: number
  maximised: boolean
}

/** The smallest window that every page fits into. */
export const MIN_SIZE = { width: 720, height: 520 }
const INITIAL_SIZE = { width: 1080, height: 720 }

/** What a file says of the place, or null where that is no place. */
export function parseWindowBounds(kept: unknown): WindowState | null {
  const place = (kept ?? {}) as Partial<WindowState>
  const isPlaced = place.x !== undefined || place.y !== undefined
  const numbers = [place.width, place.height, ...(isPlaced ? [place.x, place.y] : [])]
  return numbers.every(Number.isInteger) && typeof place.maximised === 'boolean'
    ? (place as WindowState)
    : null
}

/** The same place on a desktop that does not say where a window is: its size alone. */
export function withoutPosition({ width, height, maximised }: WindowState): WindowState {
  return { width, height, maximised }
}

/**
 * Where the window opens: where it was, moved and shrunk so that all of it is on one of the displays' work areas. Without
 * `x` and `y` the system chooses: it was never open, or the display that it was on is gone. `areas` has the main one first.
 */
export function fitToDisplays(last: WindowState | null, areas: readonly Rect[]): WindowState {
  const maximised = last?.maximised ?? false
  const rect = last && rectOf(last)
  const [area] = rect ? areas.toSorted((a, b) => overlap(rect, b) - overlap(rect, a)) : []
  if (!rect || !area || overlap(rect, area) === 0)
    return { ...sizeIn(areas[0], last ?? INITIAL_SIZE), maximised }
  const size = sizeIn(area, rect)
  return {
    x: between(area.x, rect.x, area.x + area.width - size.width),
    y: between(area.y, rect.y, area.y + area.height - size.height),
    ...size,
    maximised,
  }
}

function rectOf({ x, y, width, height }: WindowState): Rect | null {
  return x === undefined || y === undefined ? null : { x, y, width, height }
}

/** Never under the least, which a display smaller than that cannot help. */
function sizeIn(area: Rect | undefined, wanted: Pick<Rect, 'width' | 'height'>): typeof MIN_SIZE {
  return {
    width: Math.max(MIN_SIZE.width, Math.min(wanted.width, area?.width ?? wanted.width)),
    height: Math.max(MIN_SIZE.height, Math.min(wanted.height, area?.height ?? wanted.height)),
  }
}

function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** Where it does not fit, its top left corner is what can be seen. */
function between(least: number, wanted: number, most: number): number {
  return Math.max(least, Math.min(wanted, most))
}
