import { app, powerMonitor } from 'electron'

/** What has to be finished before the app ends; ms after which it ends all the same. */
export interface QuitOptions {
  isNeeded(): boolean
  finish(): Promise<void>
  /** Finishing has begun, and people are to see it. */
  started(): void
  atMost: number
  /** Asks the person when something would stop in the middle; null when nothing would. */
  confirm(): Promise<boolean> | null
}

/**
 * Finishes what was asked before the app ends: a second request to quit, or the time limit, does not wait. Before that a
 * person may think better of it; a system that shuts down is not kept.
 */
export function finishBeforeQuit({ isNeeded, finish, started, atMost, confirm }: QuitOptions): {
  isUnderWay(): boolean
  /** Calls back when a person said that the app goes on; one listener. */
  onDeclined(listener: () => void): void
  /** The system ends the session, for certain or so far. Quits where something has to be finished, and then is true. */
  sessionEnds(isCertain: boolean): boolean
} {
  let finishing = false
  let isSure = false
  let asked: Promise<boolean> | null = null
  let declined = (): void => undefined
  powerMonitor.on('shutdown', () => (isSure = true))
  app.on('before-quit', (event) => {
    if (finishing) return
    if (!isSure) {
      const already = asked !== null
      asked ??= confirm()
      if (asked) event.preventDefault()
      if (asked && !already) void asked.then(answered, () => answered(true))
      if (asked) return
    }
    if (!isNeeded()) return
    finishing = true
    event.preventDefault()
    started()
    const limit = new Promise<void>((resolve) => setTimeout(resolve, atMost))
    void Promise.race([finish(), limit]).finally(() => app.quit())
  })
  function answered(yes: boolean): void {
    asked = null
    isSure = yes
    if (yes) app.quit()
    else declined()
  }
  function sessionEnds(isCertain: boolean): boolean {
    if (finishing) return true
    if (!isCertain && !isNeeded()) return false
    // Nobody is there to be asked.
    isSure = true
    app.quit()
    return finishing
  }
  return { isUnderWay: () => finishing, onDeclined: (listener) => void (declined = listener), sessionEnds }
}
