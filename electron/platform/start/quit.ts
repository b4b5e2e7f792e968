import { app, powerMonitor } from 'electron'

/** The work to finish before the app quits, within `timeoutMs`. */
export interface QuitOptions {
  isNeeded(): boolean
  finish(): Promise<void>
  /** Runs when finishing begins; the window then shows it. */
  started(): void
  timeoutMs: number
  /** Asks the person whether to quit; null if quitting would interrupt nothing. */
  confirm(): Promise<boolean> | null
}

/**
 * Registers the quit sequence: the person confirms, work is finished, the app quits. A second request to quit, or the
 * time limit, ends the wait for the work. When the system shuts down, nobody is asked.
 */
export function finishBeforeQuit({ isNeeded, finish, started, timeoutMs, confirm }: QuitOptions): {
  isUnderWay(): boolean
  /** Sets the listener that runs when the person declined. */
  onDeclined(listener: () => void): void
  /**
   * The system ends the user's session. Quits, if it is certain or work is left; returns whether work is being
   * finished.
   */
  sessionEnds(isCertain: boolean): boolean
} {
  let finishing = false
  let isConfirmed = false
  let pending: Promise<boolean> | null = null
  let declined = (): void => undefined
  powerMonitor.on('shutdown', () => (isConfirmed = true))
  app.on('before-quit', (event) => {
    if (finishing) return
    if (!isConfirmed) {
      const isOpen = pending !== null
      pending ??= confirm()
      if (pending) event.preventDefault()
      if (pending && !isOpen) void pending.then(decided, () => decided(true))
      if (pending) return
    }
    if (!isNeeded()) return
    finishing = true
    event.preventDefault()
    started()
    const limit = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs))
    void Promise.race([finish(), limit]).finally(() => app.quit())
  })
  function decided(yes: boolean): void {
    pending = null
    isConfirmed = yes
    if (yes) app.quit()
    else declined()
  }
  function sessionEnds(isCertain: boolean): boolean {
    if (finishing) return true
    if (!isCertain && !isNeeded()) return false
    // The person cannot answer any more.
    isConfirmed = true
    app.quit()
    return finishing
  }
  return { isUnderWay: () => finishing, onDeclined: (listener) => void (declined = listener), sessionEnds }
}
