import type { Clock } from '../../core/ports.ts'

/** Decides whether the app keeps running without a window. */
export interface Background {
  /** The window was closed: keeps running in the tray, or quits. */
  windowClosed(): void
  /** A setting, the tray or the window changed, so the app may have become unreachable. */
  changed(): void
  /** The person declined to quit. */
  quitDeclined(): void
}

/** Dependencies. `hasTray`: whether this desktop has a tray; null when unknown. */
export interface BackgroundDependencies {
  keepInTray(): boolean
  keepWithoutTray(): boolean
  hasTray(): boolean | null
  /** Whether a window exists, visible or not. */
  isOpen(): boolean
  /** Whether the app is about to quit. */
  isQuitting(): boolean
  clock: Pick<Clock, 'after'>
  open(): void
  quit(): void
  /** Informs the person that the app keeps running in the tray. */
  notifyRunningInTray(): void
}

/** How long a tray may be absent, because panels start with the desktop and restart. */
const TRAY_TIMEOUT_MS = 10_000

/**
 * Keeps the app reachable: without a tray it quits with its window, and it opens its window if the tray disappears or
 * never appears. With the setting `keepWithoutTray` it may run without both.
 */
export function createBackground(dependencies: BackgroundDependencies): Background {
  let cancel: (() => void) | null = null

  /** Whether the person can reach the app, or allowed it to be unreachable. */
  const isReachable = (): boolean =>
    dependencies.isOpen() ||
    dependencies.isQuitting() ||
    dependencies.hasTray() === true ||
    dependencies.keepWithoutTray()

  function openUnlessReachable(): void {
    cancel = null
    if (!isReachable()) dependencies.open()
  }

  return {
    windowClosed() {
      const hasTray = dependencies.hasTray() === true
      if (hasTray ? !dependencies.keepInTray() : !dependencies.keepWithoutTray()) return dependencies.quit()
      if (hasTray) dependencies.notifyRunningInTray()
    },
    changed() {
      if (!isReachable()) cancel ??= dependencies.clock.after(TRAY_TIMEOUT_MS, openUnlessReachable)
      else {
        cancel?.()
        cancel = null
      }
    },
    quitDeclined: openUnlessReachable,
  }
}
