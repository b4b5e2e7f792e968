import { app, session, type Session } from 'electron'

/**
 * Applies the hardening that must come before the app's ready event. Pages of `devServer`, an origin, may be reloaded and
 * framed: Vite and the Vue DevTools do so. A packaged app has none.
 */
export function hardenApp(devServer: string | null): void {
  // As root, Chromium only starts with `--no-sandbox`.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  hardenContents(devServer)
  hardenNetwork()
  removeKeyLog()
  declineClientCertificates()
}

/** What of the hardening concerns the calls of main. */
export function hardenNetwork(): void {
  resolveLocalNames()
  disableDictionaryDownload()
}

/**
 * Denies navigation but to `devServer`, web views and new windows to all pages (Electron docs, Security checklist), and lets
 * WebRTC use nothing but the page's proxy (Electron docs, contents.setWebRTCIPHandlingPolicy).
 */
function hardenContents(devServer: string | null): void {
  function deny(event: Electron.Event<{ url: string }>): void {
    if (devServer === null || !event.url.startsWith(`${devServer}/`)) event.preventDefault()
  }
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', deny)
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-frame-navigate', deny)
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/**
 * Makes 127.0.0.1 of each name of this computer. By itself Chromium also tries ::1, where another person's program may listen on the
 * port of the service, and would get passwords and tokens.
 */
function resolveLocalNames(): void {
  const names = ['localhost', '*.localhost'].flatMap((name) => [name, `${name}.`])
  const rules = [
    ...names.map((name) => `MAP ${name} 127.0.0.1`),
    app.commandLine.getSwitchValue('host-resolver-rules'),
  ]
  app.commandLine.appendSwitch('host-resolver-rules', rules.filter(Boolean).join(', '))
}

/** Removes switches, as they were typed, so that Chromium opens no port or log while the app says that it refuses them. */
export function removeSwitches(switches: readonly string[]): void {
  for (const name of switches) app.commandLine.removeSwitch(name.replace(/^(--?|\/)/, '').toLowerCase())
}

/** Removes SSLKEYLOGFILE in a packaged app; it has the same effect as `--ssl-key-log-file`, which a package refuses. */
function removeKeyLog(): void {
  if (app.isPackaged) delete process.env['SSLKEYLOGFILE']
}

/**
 * Sends no client certificate to any server: tokens authenticate the calls. Otherwise the first certificate of the
 * system's store would be sent, from Electron 44 on (Electron docs, app, select-client-certificate).
 */
function declineClientCertificates(): void {
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    answer()
  })
}

/**
 * Prevents Chromium from downloading a spelling dictionary for each new session; on Windows and Linux it does so even
 * with `spellcheck: false` (Electron docs, Spellchecker). Call it before the app is ready.
 */
function disableDictionaryDownload(): void {
  app.on('session-created', (session) => session.setSpellCheckerLanguages([]))
}

/** No proxy listens at this port of this computer: it is the one of a service that nobody runs any more (RFC 1078). */
const DEAD_PROXY = 'http://127.0.0.1:1'

/**
 * Creates the window's in-memory session: no permissions, devices or downloads, and no address but the page's origin. What asks no
 * one before it opens a connection, as WebRTC, finds a proxy that is not there.
 */
export function hardenedSession(pageOrigin: string, hasDevServer: boolean): Session {
  const windowSession = session.fromPartition('window', { cache: false })
  windowSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  windowSession.setPermissionCheckHandler(() => false)
  windowSession.setDevicePermissionHandler(() => false)
  windowSession.on('will-download', (event) => event.preventDefault())
  const sockets = pageOrigin.replace(/^http/, 'ws')
  const allowed = [pageOrigin, ...(sockets === pageOrigin ? [] : [sockets]), 'devtools:', 'data:', 'blob:']
  windowSession.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({
      cancel: !allowed.some(
        (start) => url === start || url.startsWith(start.endsWith(':') ? start : `${start}/`),
      ),
    }),
  )
  // Its own files come without a network; the server of development is one.
  if (!hasDevServer) void windowSession.setProxy({ proxyRules: DEAD_PROXY, proxyBypassRules: '<-loopback>' })
  return windowSession
}
