import { app } from 'electron'

/** The app's id on Windows, equal to `appId` in the packages and on the installer's shortcut. */
export const APP_ID = 'app.sessiondesk.desktop'

/**
 * The COM class that Windows activates when a notification is clicked, also one of an earlier run; must never change.
 */
const TOAST_ACTIVATOR = '{3C6F1B0E-7A52-4D0B-9C61-5B8E0D2F7A14}'

/**
 * Sets the app's id on Windows, which notifications and the login entry need; call it first. Without it Windows drops
 * notifications or assigns them to another shortcut.
 */
export function setAppIdentity(platform: NodeJS.Platform): void {
  if (platform !== 'win32') return
  // Absent before Electron 42. Call it first, because the next call writes both into the shortcut.
  const { setToastActivatorCLSID: set } = app as Partial<Electron.App>
  set?.call(app, TOAST_ACTIVATOR)
  app.setAppUserModelId(APP_ID)
}
