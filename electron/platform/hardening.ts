import { app, session, type Session } from 'electron'
import { weakeningSwitches } from './domain/weakening-switches.ts'

/** All that has to be denied before the app is ready. */
export function hardenApp(): void {
  // As root Chromium only starts without its sandbox, which is then asked for on the command line.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  hardenContents()
  disableDictionaryDownload()
  removeWeakeningSwitches()
  declineClientCertificates()
}

/** Denies, for every page that could ever exist, what no page of this app does (Electron docs, Security checklist). */
function hardenContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/**
 * Takes away what weakens the app, whoever asks for it on the command line or in the environment. Chromium itself blanks
 * tokens in the headers of its network log, but not in those that it was asked to send (seen in CORS_REQUEST, Chromium
 * 130). Before the app is ready; an app that is being worked on keeps all of it.
 */
function removeWeakeningSwitches(): void {
  if (!app.isPackaged) return
  for (const name of weakeningSwitches(process.argv)) app.commandLine.removeSwitch(name)
  // The same as `--ssl-key-log-file`, for whoever reads the environment.
  delete process.env['SSLKEYLOGFILE']
}

/**
 * Presents no certificate of the person to any server: what signs a call is its token. From Electron 44 on the first one
 * in the system's store is sent otherwise, unasked (Electron docs, app, select-client-certificate).
 */
function declineClientCertificates(): void {
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    answer()
  })
}

/**
 * Keeps Chromium from fetching a spelling dictionary from its maker, as every new session does by itself on Windows and
 * Linux, `spellcheck: false` or not (Electron docs, Spellchecker). Before the app is ready.
 */
export function disableDictionaryDownload(): void {
  app.on('session-created', (session) => session.setSpellCheckerLanguages([]))
}

/** The window's session, in memory: with no permission, no device, no download, and no address but the page's own origin. */
export function hardenedSession(pageOrigin: string): Session {
  const made = session.fromPartition('window', { cache: false })
  made.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  made.setPermissionCheckHandler(() => false)
  made.setDevicePermissionHandler(() => false)
  made.on('will-download', (event) => event.preventDefault())
  const sockets = pageOrigin.replace(/^http/, 'ws')
  const own = [pageOrigin, ...(sockets === pageOrigin ? [] : [sockets]), 'devtools:', 'data:', 'blob:']
  made.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({
      cancel: !own.some(
        (start) => url === start || url.startsWith(start.endsWith(':') ? start : `${start}/`),
      ),
    }),
  )
  return made
}
