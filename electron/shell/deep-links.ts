import { app } from 'electron'
import { isLink, LINK_SCHEME } from '../domain/deep-link.ts'

/**
 * Tells of what the system hands over at the start, and by macOS at any time, which may be a link. Before the app is ready,
 * or macOS has told it to nobody.
 */
export function hearLinks(brought: (argv: readonly string[]) => void): void {
  // Only an installed app is a handler of links: tried out, the program is a bare Electron, which the system would start
  // at each link without this app.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    brought([url])
  })
  brought(process.argv)
}

/** Quits as a person would, and starts again: without a link, which was opened already, and whose token nobody else needs. */
export function restart(): void {
  app.relaunch({ args: process.argv.slice(1).filter((argument) => !isLink(argument)) })
  app.quit()
}
