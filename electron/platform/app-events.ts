import { app, powerMonitor } from 'electron'

/** What the events of the system lead to. */
export interface AppEventListeners {
  /** Once the app is about to end, nothing opens any more. */
  isQuitting(): boolean
  open(): void
  /** The command line of a second start, which may hold a link. */
  startedAgain(argv: readonly string[]): void
  windowClosed(): void
  wokeUp(): void
}

/** Lets the app live with the system: a second start, the dock's click, the last window's end, sleep and lock. */
export function registerAppEvents({
  isQuitting: isEnding,
  open,
  startedAgain,
  windowClosed,
  wokeUp,
}: AppEventListeners): void {
  app.on('second-instance', (_event, argv) => {
    startedAgain(argv)
    // A start at login, while it runs already, asks for no window.
    if (!isEnding() && !argv.includes('--hidden')) open()
  })
  app.on('activate', () => isEnding() || open())
  app.on('window-all-closed', windowClosed)
  powerMonitor.on('resume', wokeUp)
  powerMonitor.on('unlock-screen', wokeUp)
}
