import { app } from 'electron'

/** What Windows knows the app by; the packages' `appId`, which is on the shortcut that the installer makes. */
export const APP_ID = 'app.sessiondesk.desktop'

/** What Windows calls when a notification is clicked, also one of an earlier run: the same in every run and version. */
const TOAST_ACTIVATOR = '{3C6F1B0E-7A52-4D0B-9C61-5B8E0D2F7A14}'

/**
 * Names the app to Windows, before anything else does. Without it notifications are dropped, or bound to whatever
 * shortcut is found first; the entry that starts the app at login has this name too.
 */
export function setAppIdentity(platform: NodeJS.Platform): void {
  if (platform !== 'win32') return
  // Absent before Electron 42. First of the two: the next call writes both into the shortcut.
  const { setToastActivatorCLSID: set } = app as Partial<Electron.App>
  set?.call(app, TOAST_ACTIVATOR)
  app.setAppUserModelId(APP_ID)
}
