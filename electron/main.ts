import { app, Menu, nativeTheme, type IpcMain } from 'electron'
import { join } from 'node:path'
import { readConfig, type Config } from './config.ts'
import type { WindowState } from './platform/domain/window-bounds.ts'
import { queueRequests } from './ipc/request-queue.ts'
import type { RecoveryLink } from './shared/navigation.ts'
import { createMailbox, offerDeepLink, type PendingDeepLink } from './core/mailbox.ts'
import { setAppIdentity } from './platform/app-identity.ts'
import { APP_ORIGIN, declareAppScheme, serveApp } from './platform/app-scheme.ts'
import { registerDeepLinks } from './platform/deep-links.ts'
import { readStartupState } from './platform/startup-state.ts'
import { hardenApp, hardenedSession } from './platform/hardening.ts'
import { registerAppEvents } from './platform/app-events.ts'
import { wasOpenedAtLogin } from './platform/start-at-login.ts'
import { createWindow, type MainWindow } from './platform/window.ts'

/** What the window, which was there first, brings along. */
export interface WindowContext {
  config: Config
  deepLink: PendingDeepLink
  window: MainWindow
  /** Where the page's requests are held. */
  requests: Pick<IpcMain, 'handle'>
  pageOrigin: string
}

/** What stands behind the window, as far as its life concerns it. */
export interface AppController {
  focused(): void
  visibilityChanged(): void
  boundsChanged(place: WindowState): void
  windowClosed(): void
  wokeUp(): void
  isQuitting(): boolean
  /** The system is about to end the session, for certain or so far; whether the app needs a moment to finish. */
  sessionEnds(isCertain: boolean): boolean
}

/** ms after which a page that does not come is not waited for. */
const PAGE_TIMEOUT_MS = 500

setAppIdentity(process.platform)

// The window comes first. What stands behind it is loaded while its page is on its way, in the pauses that this leaves.
const started = readConfig(process.argv, process.env, app.isPackaged)
if (started.userDataDir) app.setPath('userData', started.userDataDir)

// The lock comes before any file is opened: two processes must never write the same tokens.
if (app.requestSingleInstanceLock()) {
  hardenApp()
  declareAppScheme()
  // Electron would make one of its own.
  Menu.setApplicationMenu(null)
  const deepLink = createMailbox<RecoveryLink>()
  registerDeepLinks((argv) => offerDeepLink(deepLink, argv))
  void app
    .whenReady()
    .then(() => start(deepLink))
    .catch(async () => (await import('./app.ts')).exitWithStartError())
} else void import('./app.ts').then(({ exitWithoutLock }) => exitWithoutLock(app.getPath('userData')))

async function start(deepLink: PendingDeepLink): Promise<void> {
  let controller: AppController | null = null
  const config = { ...started, hidden: started.hidden || wasOpenedAtLogin(process.platform) }
  const startup = readStartupState(join(app.getPath('userData'), 'accounts'))
  nativeTheme.themeSource = startup.theme
  const pageOrigin = config.devServer ?? APP_ORIGIN
  const session = hardenedSession(pageOrigin)
  const page = serveApp(session, join(import.meta.dirname, '../renderer'))
  const window = createWindow(
    {
      session,
      url: `${pageOrigin}/`,
      hint: startup.hasSignedInBefore ? '#sessions' : '#sign-in',
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      devTools: !app.isPackaged,
      bounds: startup.place,
      // Where nobody gave the switch, Chromium itself sets it to what it chose.
      isWayland: app.commandLine.getSwitchValue('ozone-platform') === 'wayland',
    },
    {
      focused: () => controller?.focused(),
      changed: () => controller?.visibilityChanged(),
      boundsChanged: (place) => controller?.boundsChanged(place),
      sessionEnds: (isCertain) => controller?.sessionEnds(isCertain) ?? false,
    },
  )
  registerAppEvents({
    isQuitting: () => controller?.isQuitting() ?? false,
    open: window.open,
    startedAgain: (argv) => offerDeepLink(deepLink, argv),
    windowClosed: () => (controller ? controller.windowClosed() : app.quit()),
    wokeUp: () => controller?.wokeUp(),
  })
  const requests = queueRequests()
  const late = new Promise<void>((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS))
  const comes = !config.hidden && config.devServer === null
  if (!config.hidden) window.open()
  if (comes) await Promise.race([page.documentServed, late])
  const { startServices } = await import('./app.ts')
  if (comes) await Promise.race([page.headServed, late])
  controller = startServices({ config, deepLink, window, requests, pageOrigin })
}
