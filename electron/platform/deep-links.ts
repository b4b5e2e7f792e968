import { app } from 'electron'
import { LINK_SCHEME } from '../core/domain/deep-link.ts'

/**
 * Passes on the links that the system opens: at the start, and on macOS at any time. Call it before the app is ready,
 * because macOS reports a link only once.
 */
export function registerDeepLinks(received: (argv: readonly string[]) => void): void {
  // Only an installed app registers for links: during development the system would start a bare Electron. Existing
  // registrations are not rewritten.
  if (app.isPackaged && !app.isDefaultProtocolClient(LINK_SCHEME)) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    received([url])
  })
  received(process.argv)
}
