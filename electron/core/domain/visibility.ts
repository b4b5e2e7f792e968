/** How much of the app is visible; determines how often a list is checked. */
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

/** ms without the focus after which a window that may be minimised counts as minimised. */
export const MAX_UNFOCUSED_MS = 5 * 60_000

/** The visibility of a window, as far as it is known. */
export function windowVisibility(report: WindowReport): Visibility {
  // Check this first: some systems report a minimised window as hidden too.
  if (report.isMinimised) return 'minimised'
  if (!report.isVisible) return 'hidden'
  return report.reportsMinimising || report.unfocusedMs < MAX_UNFOCUSED_MS ? 'visible' : 'minimised'
}
