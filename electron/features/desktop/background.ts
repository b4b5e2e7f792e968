import type { Settings } from '../../shared/settings.ts'
import type { Clock } from '../../core/ports.ts'

/** What the app does while it has no window. */
export interface Background {
  /** The window was closed: the app goes on, or quits. */
  windowClosed(): void
  /** Something changed that decides whether people can still reach the app. */
  changed(): void
  /** A person was asked whether to quit, and said no. */
  quitDeclined(): void
}

/** What it works with. `hasTray`: whether this desktop has a tray; null while it is not known. */
export interface BackgroundPorts {
  settings(): Pick<Settings, 'keepInTray' | 'keepWithoutTray'>
  hasTray(): boolean | null
  /** There is a window, seen or not. */
  isOpen(): boolean
  /** The app is about to quit. */
  isQuitting(): boolean
  clock: Pick<Clock, 'after'>
  open(): void
  quit(): void
  /** The app goes on in the tray. */
  notifyRunningInTray(): void
}

/** ms for which a tray may be away: a panel that starts with the desktop, or starts again, is soon there. */
const TRAY_TIMEOUT_MS = 10_000

/**
 * Keeps the app from running with nothing to click: where the desktop has no tray, it quits with its window, and a window
 * opens when the tray goes for good or never comes. Unless a person chose that it runs unseen.
 */
export function createBackground(ports: BackgroundPorts): Background {
  let cancel: (() => void) | null = null

  /** Whether there is something to click, or a person wants nothing. */
  const isReachable = (): boolean =>
    ports.isOpen() || ports.isQuitting() || ports.hasTray() === true || ports.settings().keepWithoutTray

  function openUnlessReachable(): void {
    cancel = null
    if (!isReachable()) ports.open()
  }

  return {
    windowClosed() {
      const { keepInTray, keepWithoutTray } = ports.settings()
      const hasTray = ports.hasTray() === true
      if (hasTray ? !keepInTray : !keepWithoutTray) return ports.quit()
      if (hasTray) ports.notifyRunningInTray()
    },
    changed() {
      if (!isReachable()) cancel ??= ports.clock.after(TRAY_TIMEOUT_MS, openUnlessReachable)
      else {
        cancel?.()
        cancel = null
      }
    },
    quitDeclined: openUnlessReachable,
  }
}
