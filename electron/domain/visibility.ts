/** How visible the window is; determines how often lists are checked. */
export type Visibility = 'visible' | 'minimised' | 'hidden'

/** A window's state as the system reports it. */
export interface WindowReport {
  isVisible: boolean
  isMinimised: boolean
  /** Whether the system reports minimised windows; Wayland does not (electron#51766). */
  reportsMinimising: boolean
  /** ms since it had the focus, or was shown; 0 while it has the focus. */
  unfocusedMs: number
}

/** A window without the focus for longer counts as minimised where the system does not report that. */
export const MAX_UNFOCUSED_MS = 5 * 60_000

/** Determines a window's visibility as far as the system reports it. */
export function windowVisibility(report: WindowReport): Visibility {
  // Check this first: some systems report a minimised window as hidden too.
  if (report.isMinimised) return 'minimised'
  if (!report.isVisible) return 'hidden'
  return report.reportsMinimising || report.unfocusedMs < MAX_UNFOCUSED_MS ? 'visible' : 'minimised'
}
