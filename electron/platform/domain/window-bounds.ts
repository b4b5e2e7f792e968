/** A rectangle on the desktop, in device-independent pixels. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/**
 * The window's state at its last close, in device-independent pixels; the rectangle is that of the unmaximised window.
 * Without `x` and `y` the position is unknown, as on Wayland.
 */
export interface WindowState {
  x?: number
  y?: number
  width: number
  height: number
  maximised: boolean
}

/** The smallest size that every page fits into, in device-independent pixels. */
export const MIN_SIZE = { width: 720, height: 520 }
const INITIAL_SIZE = { width: 1080, height: 720 }

type Size = Pick<Rect, 'width' | 'height'>

/** So long after it showed, maximised or restored a window, a desktop may change its size by itself. */
const SETTLE_MS = 1_000
/** So long after it gave a window the focus too: a frame may have another width then. A person who drags an edge takes longer. */
const FOCUS_SETTLE_MS = 300

/** How far a page can be zoomed, as a factor: as far as Chromium's own keys do. */
const ZOOM = { min: 0.25, max: 5 }

/** Parses a stored zoom factor; 1 if it is invalid. */
export function parseZoom(stored: unknown): number {
  return typeof stored === 'number' && stored >= ZOOM.min && stored <= ZOOM.max ? stored : 1
}

/** Parses the stored state; null if it is invalid. */
export function parseWindowBounds(stored: unknown): WindowState | null {
  const bounds = (stored ?? {}) as Partial<WindowState>
  const hasPosition = bounds.x !== undefined || bounds.y !== undefined
  const numbers = [bounds.width, bounds.height, ...(hasPosition ? [bounds.x, bounds.y] : [])]
  return numbers.every(Number.isInteger) && typeof bounds.maximised === 'boolean'
    ? (bounds as WindowState)
    : null
}

/** Removes the position, for desktops that do not report it. */
export function withoutPosition({ width, height, maximised }: WindowState): WindowState {
  return { width, height, maximised }
}

/**
 * Tracks the size that a person chose for a window that was asked for with a size. On Wayland a desktop reports a larger one: under
 * GNOME Chromium adds the width of the shadow to it (Electron 33), so that a window would grow with each start. Times are
 * `performance.now`.
 */
export function trackSize({ width, height }: Size) {
  let addedWidth = 0
  let addedHeight = 0
  let wasMaximised = false
  // Nobody resizes a window that was never shown.
  let settledAt = Infinity
  return {
    /** The desktop shows the window. */
    shown: (now: number): void => void (settledAt = now + SETTLE_MS),
    /** The window has lost the focus, which whoever changes its size gives it. */
    blurred: (): void => void (settledAt = Infinity),
    focused(now: number): void {
      const shownUntil = settledAt === Infinity ? 0 : settledAt
      settledAt = Math.max(shownUntil, now + FOCUS_SETTLE_MS)
    },
    /** Takes what the desktop reports of the unmaximised window; returns it with the chosen size. */
    report(reported: WindowState, now: number): WindowState {
      const { maximised } = reported
      if (maximised !== wasMaximised) settledAt = now + SETTLE_MS
      wasMaximised = maximised
      if (now < settledAt) {
        addedWidth = reported.width - width
        addedHeight = reported.height - height
      }
      width = reported.width - addedWidth
      height = reported.height - addedHeight
      return { width, height, maximised }
    },
  }
}

/**
 * Returns the bounds of a new window: the last ones, moved and shrunk to fit into the work area of one display. Without
 * a last position, or if its display is gone, they have none, and the system chooses it. `areas` has the main display
 * first.
 */
export function fitToDisplays(last: WindowState | null, areas: readonly Rect[]): WindowState {
  const maximised = last?.maximised ?? false
  const rect = last && rectOf(last)
  const [area] = rect ? areas.toSorted((a, b) => overlap(rect, b) - overlap(rect, a)) : []
  if (!rect || !area || overlap(rect, area) === 0)
    return { ...sizeIn(areas[0], last ?? INITIAL_SIZE), maximised }
  const size = sizeIn(area, rect)
  return {
    x: clamp(area.x, rect.x, area.x + area.width - size.width),
    y: clamp(area.y, rect.y, area.y + area.height - size.height),
    ...size,
    maximised,
  }
}

function rectOf({ x, y, width, height }: WindowState): Rect | null {
  return x === undefined || y === undefined ? null : { x, y, width, height }
}

/** The smallest size of a window that can be on any of these work areas: no larger than one of them. */
export function minSizeOn(areas: readonly Rect[]): Size {
  return {
    width: Math.min(MIN_SIZE.width, ...areas.map(({ width }) => width)),
    height: Math.min(MIN_SIZE.height, ...areas.map(({ height }) => height)),
  }
}

/** Limits a size to a work area, and where that allows it not below the minimum size. */
function sizeIn(area: Rect | undefined, value: Size): Size {
  const most = area ?? { width: Infinity, height: Infinity }
  return {
    width: Math.min(most.width, Math.max(MIN_SIZE.width, value.width)),
    height: Math.min(most.height, Math.max(MIN_SIZE.height, value.height)),
  }
}

function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** If the range is empty, `min` counts, so that the top left corner stays visible. */
function clamp(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}
