import { app, type Session } from 'electron'

/** Denies, for every page that could ever exist, what no page of this app does (Electron docs, Security checklist). */
export function hardenContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/**
 * Keeps Chromium from writing a log of the network, whoever asks for one on the command line: it blanks tokens in the
 * headers that it sends, but not in those that it was asked to send (seen in CORS_REQUEST, Chromium 130). Before the app
 * is ready; an app that is being worked on keeps its log.
 */
export function keepNetworkLogAway(): void {
  if (app.isPackaged) app.commandLine.removeSwitch('log-net-log')
}

/**
 * Keeps Chromium from fetching a spelling dictionary from its maker, as every new session does by itself on Windows and
 * Linux, `spellcheck: false` or not (Electron docs, Spellchecker). Before the app is ready.
 */
export function keepDictionariesAway(): void {
  app.on('session-created', (session) => session.setSpellCheckerLanguages([]))
}

/** Gives the window's session no permission, no device, no download, and no address but the page's own origin. */
export function hardenSession(session: Session, pageOrigin: string): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  const sockets = pageOrigin.replace(/^http/, 'ws')
  const own = [pageOrigin, ...(sockets === pageOrigin ? [] : [sockets]), 'devtools:', 'data:', 'blob:']
  session.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({
      cancel: !own.some(
        (start) => url === start || url.startsWith(start.endsWith(':') ? start : `${start}/`),
      ),
    }),
  )
}
