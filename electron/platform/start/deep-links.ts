import { app } from 'electron'
import { LINK_SCHEME } from '../../domain/deep-link.ts'

/**
 * Registers the app for its links, and passes the command line of this start and, on macOS, each opened link to
 * `received`. Call it before the app is ready, because macOS reports a link only once. On Linux the package's desktop file
 * registers the app; Electron would run xdg-settings at each start, which holds it up.
 */
export function registerDeepLinks(
  platform: NodeJS.Platform,
  received: (argv: readonly string[]) => void,
): void {
  // During development the system would start a bare Electron. An existing registration is not written again.
  const canRegister = app.isPackaged && platform !== 'linux'
  if (canRegister && !app.isDefaultProtocolClient(LINK_SCHEME)) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    received([url])
  })
  received(process.argv)
}
