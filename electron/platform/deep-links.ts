import { app } from 'electron'
import { LINK_SCHEME } from '../core/domain/deep-link.ts'

/**
 * Tells of what the system hands over at the start, and by macOS at any time, which may be a link. Before the app is ready,
 * or macOS has told it to nobody.
 */
export function registerDeepLinks(brought: (argv: readonly string[]) => void): void {
  // Only an installed app is a handler of links: tried out, the program is a bare Electron, which the system would start
  // at each link without this app. What is set already is not written again.
  if (app.isPackaged && !app.isDefaultProtocolClient(LINK_SCHEME)) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    brought([url])
  })
  brought(process.argv)
}
