import { app, Menu, nativeTheme } from 'electron'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import type { AppController } from './app.ts'
import { queueRequests } from './ipc/request-queue.ts'
import type { NavigationTarget, RecoveryLink } from './shared/navigation.ts'
import {
  createLatestValue,
  offerDeepLink,
  offerPage,
  type PendingDeepLink,
  type PendingNavigation,
} from './core/latest-value.ts'
import { needsSecretService } from './platform/domain/desktop-keyring.ts'
import { connectAccessibility } from './platform/start/accessibility-bridge.ts'
import { setAppIdentity } from './platform/start/app-identity.ts'
import { APP_ORIGIN, declareAppScheme, serveApp } from './platform/window/app-scheme.ts'
import { registerDeepLinks } from './platform/start/deep-links.ts'
import { readStartupState } from './platform/window/startup-state.ts'
import { hardenApp, hardenedSession, removeSwitches } from './platform/start/hardening.ts'
import { registerAppEvents } from './platform/start/app-events.ts'
import { useCodeCaches } from './platform/start/code-cache.ts'
import { wasOpenedAtLogin } from './platform/start/start-at-login.ts'
import { createWindow } from './platform/window/window.ts'

/** The maximum wait for the page's first paint, which a computer without a GPU process does not report. */
const PAINT_TIMEOUT_MS = 1_000

/** A frame's time, ms: Chromium tells of a paint before it is on the screen. */
const FRAME_MS = 20

setAppIdentity(process.platform)
connectAccessibility(process.platform, process.env)
if (needsSecretService(process.platform, process.env, app.commandLine.hasSwitch('password-store')))
  app.commandLine.appendSwitch('password-store', 'gnome-libsecret')

// eslint-disable-next-line @typescript-eslint/no-deprecated -- Node keeps it; `module.registerHooks` is not in Electron 33
const { extensions } = createRequire(import.meta.filename)
const codeCacheUse = useCodeCaches(join(import.meta.dirname, 'chunks'), extensions)

// Chromium crashes where the path of the lock's socket is too long.
if (process.platform === 'linux' && Buffer.byteLength(app.getPath('temp')) > 74)
  process.env['TMPDIR'] = '/tmp'

// Open the window first; load the services while its page loads.
const initialConfig = readConfig(process.argv, process.env, app.isPackaged, process.platform)
if (initialConfig.userDataDir) app.setPath('userData', initialConfig.userDataDir)

// The list of switches loads only for a start that may have any, in a microtask, and so before the ready event.
if (process.argv.slice(1).some((argument) => /^[^\p{L}\p{N}]*[-/]/u.test(argument))) void answerCommandLine()
else void begin()

/** Refuses the command line, prints what it asks for, or starts the app. */
async function answerCommandLine(): Promise<void> {
  const { readCommandLine, print, exitWithText } = await import('./platform/start/command-line.ts')
  const { refused, command } = readCommandLine(process.argv, process.platform)
  // Chromium traces before any script runs, so a switch cannot be taken back: the app does not start.
  if (app.isPackaged && refused.length > 0) return refuse(refused)
  if (command === null) return begin()
  if (command !== 'diagnostics') return print(command, app.getVersion())
  const { diagnostics } = await import('./app.ts')
  exitWithText(await diagnostics().catch(() => null))
}

async function refuse(switches: readonly string[]): Promise<void> {
  removeSwitches(switches)
  const { exitWithRefusedSwitches } = await import('./platform/start/start-failure.ts')
  exitWithRefusedSwitches(switches)
}

/** Starts the app, or passes its command line to the one that runs already. */
async function begin(): Promise<void> {
  const folder = app.getPath('userData')
  // Chromium deletes another computer's lock. Where its socket leads anywhere, the lock is of this computer.
  if (existsSync(join(folder, 'heartbeat.json')) && !existsSync(join(folder, 'SingletonSocket'))) {
    const { exitIfInUse } = await import('./platform/start/start-failure.ts')
    if (exitIfInUse(folder)) return
  }
  // Take the lock before opening any file: two processes must never write the same tokens.
  if (!app.requestSingleInstanceLock())
    return void import('./platform/start/start-failure.ts').then(({ exitWithoutLock }) =>
      exitWithoutLock(folder),
    )
  hardenApp(initialConfig.devServer)
  declareAppScheme()
  // Electron would create a default menu.
  Menu.setApplicationMenu(null)
  const deepLink = createLatestValue<RecoveryLink>()
  registerDeepLinks(process.platform, (argv) => offerDeepLink(deepLink, argv))
  const navigation = createLatestValue<NavigationTarget>()
  offerPage(navigation, process.argv, process.platform)
  void app
    .whenReady()
    .then(() => start(deepLink, navigation))
    .catch(async () => (await import('./platform/start/start-failure.ts')).exitWithStartError())
}

async function start(deepLink: PendingDeepLink, navigation: PendingNavigation): Promise<void> {
  let controller: AppController | null = null
  const config = { ...initialConfig, hidden: initialConfig.hidden || wasOpenedAtLogin(process.platform) }
  const readState = () => readStartupState(join(app.getPath('userData'), 'accounts'))
  const startup = readState()
  nativeTheme.themeSource = startup.theme
  const pageOrigin = config.devServer ?? APP_ORIGIN
  const session = hardenedSession(pageOrigin, config.devServer !== null)
  serveApp(session, join(import.meta.dirname, '../renderer'))
  let pagePainted!: () => void
  const painted = new Promise<void>((resolve) => (pagePainted = resolve))
  const window = createWindow(
    {
      session,
      url: `${pageOrigin}/`,
      // Read for each load, because the window may open again after a sign-in.
      hint: () => `#${readState().page}`,
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      devTools: !app.isPackaged,
      bounds: startup.bounds,
      zoom: startup.zoom,
      // Linux shows it where it does not find the package's desktop file.
      icon: process.platform === 'linux' ? join(app.getAppPath(), 'resources', 'icons', '256x256.png') : null,
      // Chromium sets this switch to the platform that it chose.
      isWayland: app.commandLine.getSwitchValue('ozone-platform') === 'wayland',
    },
    {
      painted: () => pagePainted(),
      focused: () => controller?.focused(),
      changed: () => controller?.visibilityChanged(),
      boundsChanged: (bounds, zoom) => controller?.boundsChanged(bounds, zoom),
      sessionEnds: (isCertain) => controller?.sessionEnds(isCertain) ?? false,
    },
  )
  registerAppEvents({
    isQuitting: () => controller?.isQuitting() ?? false,
    open: window.open,
    startedAgain(argv) {
      offerDeepLink(deepLink, argv)
      offerPage(navigation, argv, process.platform)
    },
    windowClosed: () => (controller ? controller.windowClosed() : app.quit()),
    wokeUp: () => controller?.wokeUp(),
  })
  const routeRequests = queueRequests()
  if (!config.hidden) {
    window.open()
    // Loading the services stops this thread, which serves the page's files and draws its first frame.
    setTimeout(pagePainted, PAINT_TIMEOUT_MS)
    await painted
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS))
  }
  const { startServices } = await import('./app.ts')
  controller = startServices({
    config,
    deepLink,
    navigation,
    window,
    routeRequests,
    pageOrigin,
    codeCache: codeCacheUse(),
  })
}
