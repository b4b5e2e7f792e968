import { app, powerMonitor } from 'electron'
import { hasSwitch } from '../../domain/parse-switches.ts'

/** The reactions to events of the app and the system. */
export interface AppEventListeners {
  /** Once true, no event opens a window. */
  isQuitting(): boolean
  open(): void
  /** Receives the command line of a second start, which may contain a link. */
  startedAgain(argv: readonly string[]): void
  windowClosed(): void
  wokeUp(): void
}

/** Subscribes to a second start, a click on the dock, the close of the last window, resume and unlock. */
export function registerAppEvents({
  isQuitting,
  open,
  startedAgain,
  windowClosed,
  wokeUp,
}: AppEventListeners): void {
  app.on('second-instance', (_event, argv) => {
    startedAgain(argv)
    // A start at login opens no window, even if the app is running already.
    if (!isQuitting() && !hasSwitch(argv, 'hidden', process.platform)) open()
  })
  app.on('activate', () => isQuitting() || open())
  app.on('window-all-closed', windowClosed)
  powerMonitor.on('resume', wokeUp)
  powerMonitor.on('unlock-screen', wokeUp)
}
