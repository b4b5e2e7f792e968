// First, before any schema is created.
import './core/disable-zod-jit.ts'
import { app, nativeTheme } from 'electron'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { createBroadcast } from './ipc/broadcast.ts'
import { createRouter, type Router } from './ipc/router.ts'
import { removeForeignListeners } from './ipc/foreign-listeners.ts'
import { createSenderValidator } from './ipc/validate-sender.ts'
import { pickLocale } from './domain/pick-locale.ts'
import { languageOf } from './shared/languages.ts'
import { createAccounts } from './core/accounts.ts'
import { createHandlers } from './composition/create-handlers.ts'
import { openAccounts } from './composition/open-accounts.ts'
import { createServices } from './composition/create-services.ts'
import { connectToComputer, subscribeServices } from './composition/subscriptions.ts'
import { createServiceEvents } from './core/service-events.ts'
import { createFailures } from './core/failures.ts'
import type { PendingDeepLink, PendingNavigation } from './core/latest-value.ts'
import type { Clock, FileLoss, Log } from './core/ports.ts'
import { allRead, createSettings } from './core/settings.ts'
import { createViewStates } from './core/view-state.ts'
import type { WindowState } from './platform/domain/window-bounds.ts'
import { accountFilesIn } from './platform/storage/account-files.ts'
import { showConfirmDialog } from './platform/desktop/confirm-dialog.ts'
import { openStores } from './platform/storage/json-store.ts'
import { systemClock } from './platform/start/clock.ts'
import type { CodeCacheUse } from './platform/start/code-cache.ts'
import { createConnectivity } from './platform/network/connectivity.ts'
import { openAppFiles } from './platform/storage/app-files.ts'
import { writeAtomically } from './platform/storage/write-atomically.ts'
import { openProfile } from './platform/storage/profile-folder.ts'
import { findSetAside, removeCopies } from './platform/storage/set-aside.ts'
import { createLog } from './platform/storage/log.ts'
import { installFieldMenu } from './platform/window/field-menu.ts'
import { installMenu } from './platform/window/menu.ts'
import { createSupportTools, reportProfile } from './composition/exports-and-diagnostics.ts'
import { createNotifier } from './platform/desktop/notifications.ts'
import { createDesktopUi } from './composition/desktop-ui.ts'
import { finishBeforeQuit } from './platform/start/quit.ts'
import { holdProfile } from './platform/start/heartbeat.ts'
import { restart } from './platform/start/restart.ts'
import { createCipher } from './platform/storage/safe-storage.ts'
import { openKeyring } from './platform/storage/open-keyring.ts'
import { createStartAtLogin } from './platform/start/start-at-login.ts'
import { hasDisplay } from './platform/start/system-facts.ts'
import { systemInfo } from './platform/start/system-info.ts'
import { createTransports } from './platform/network/transports.ts'
import { createTray } from './platform/desktop/tray.ts'
import { watchScreenReader } from './platform/desktop/screen-reader.ts'
import { watchTrayHost } from './platform/desktop/tray-host.ts'
import { describeError, logUncaught } from './platform/start/uncaught.ts'
import { checkForUpdates } from './platform/start/updates.ts'
import type { MainWindow } from './platform/window/window.ts'
import { createTranslator } from './platform/desktop/translator.ts'
import {
  aboutPanel,
  buildAppState,
  confirmQuit,
  confirmServer,
  createLostFiles,
  parseNotificationTarget,
} from './features/desktop/index.ts'
import { createListSerializer } from './features/sessions/index.ts'

/** The text of `--diagnostics`. Waits for the app to be ready unless it never can be, without a display. */
export async function diagnostics(): Promise<string> {
  const canBeReady = hasDisplay(process.platform, process.env)
  if (canBeReady) await app.whenReady()
  return reportProfile(app.getPath('userData'), systemClock(), canBeReady)
}

/** The window and the other objects that exist before the services. */
export interface WindowContext {
  config: Config
  deepLink: PendingDeepLink
  navigation: PendingNavigation
  window: MainWindow
  /** Passes the queued and all later requests of the page to a router. */
  routeRequests(router: Router): void
  pageOrigin: string
  codeCache: CodeCacheUse
}

/** The services' reactions to events of the window and the app. */
export interface AppController {
  focused(): void
  visibilityChanged(): void
  boundsChanged(bounds: WindowState, zoom: number): void
  windowClosed(): void
  wokeUp(): void
  isQuitting(): boolean
  /** The system ends the user's session, certainly or possibly; returns whether the app needs time to finish. */
  sessionEnds(isCertain: boolean): boolean
}

/** What the first screen does not need waits so long after the start, ms; it is visible by then. */
const FIRST_SCREEN_MS = 250

/**
 * Opens the log and starts the services; logs and rethrows start-up errors. Null on a profile of another format, or in use on another
 * computer: it says so and exits.
 */
export function startServices(context: WindowContext): AppController | null {
  const clock = systemClock()
  const held = holdProfile(
    app.getPath('userData'),
    clock,
    () => void failure().then((exits) => exits.endAfterLoss()),
  )
  if (typeof held === 'string') return (void failure().then((exits) => exits.exitWhileInUse(held)), null)
  app.on('quit', held.release)
  const folder = join(app.getPath('userData'), 'accounts')
  const logFolder = join(app.getPath('userData'), 'logs')
  const log = createLog({ folder: logFolder, verbose: context.config.devServer !== null })
  logUncaught(log)
  try {
    if (!openProfile(folder))
      return (void failure().then((exits) => exits.exitWithForeignProfile(folder)), null)
    const controller = createApp(context, clock, log, folder, logFolder)
    return { ...controller, wokeUp: () => (held.beat(), controller.wokeUp()) }
  } catch (error) {
    log.warn('app.notStarted', describeError(error))
    throw error
  }
}

/** The ends of a start or a run that failed; loaded only then. */
const failure = () => import('./platform/start/start-failure.ts')

/** Opens the files, creates the services and the desktop UI, and routes the requests. */
function createApp(
  { config, deepLink, navigation, window, routeRequests, pageOrigin, codeCache }: WindowContext,
  clock: Clock,
  log: Log,
  folder: string,
  logFolder: string,
): AppController {
  const { version, runtime, system, hostname, systemLocales, region } = systemInfo()
  log.info('app.started', { version, runtime, system, codeCache })
  const failures = createFailures(clock, log)
  const events = createServiceEvents()
  const changed = (): void => void events.emit('stateChanged')
  const isOnline = createConnectivity(changed)

  // Files
  const losses = findSetAside(folder)
  const lost = (loss: FileLoss): void => (losses.push(loss), changed())
  const files = openAppFiles(openStores(folder, log, lost), accountFilesIn(folder, log, lost))
  const lostFiles = createLostFiles({
    found: () => losses,
    removeCopies: (name, accountId) => removeCopies(folder, name, accountId),
    hints: files.hints,
    changed,
    log,
  })
  const settings = createSettings(files.settings, config.server, log, changed)
  const view = createViewStates(files.view, log)
  const accounts = createAccounts(files.accounts, log, changed)
  removeForeignListeners()

  const broadcast = createBroadcast(window.contents)
  const { theme, language, ...left } = settings.of('app')
  allRead(left)
  const locale = () =>
    pickLocale(language(), accounts.active()?.user.locale ?? null, { systemLocales, region })
  const translate = createTranslator(locale, join(app.getAppPath(), 'resources', 'locales'))
  // Later, because the menu's shortcuts are not needed before the first screen.
  clock.after(FIRST_SCREEN_MS, () => installMenu(process.platform, aboutPanel(version, runtime, translate)))
  installFieldMenu(window.contents(), translate)

  // Services
  const listSerializer = createListSerializer()
  const transports = createTransports({
    clock,
    language: () => languageOf(locale()),
    isOnline,
    userAgent: `SessionDesk/${app.getVersion()} (${process.platform})`,
  })
  const cipher = createCipher(process.platform, clock, openKeyring)
  const services = createServices({
    files: files.ofServices,
    accounts,
    settings,
    confirmServer: (host) => showConfirmDialog(confirmServer(host, translate)),
    view,
    cipher,
    transportOf: transports.of,
    releaseTransports: transports.release,
    clock,
    log,
    newId: randomUUID,
    version,
    random: Math.random,
    locale,
    translate,
    visibility: window.visibility,
    page: () => window.contents()[0]?.id ?? null,
    isOnline,
    failures,
    events,
  })
  // Listeners run in the order of these calls: the services first, then the desktop UI.
  subscribeServices(services, events)
  events.on('accountRemoved', (id, reason) => reason === 'removed' && lostFiles.forget(id, null))

  const quit = finishBeforeQuit({
    isNeeded: services.hasUnfinished,
    finish: services.finish,
    started: changed,
    confirm() {
      const { ends, password } = services.interruptible()
      const confirmation = confirmQuit(ends, password, translate)
      return confirmation && showConfirmDialog(confirmation)
    },
    timeoutMs: 5_000,
  })

  const notifier = createNotifier(process.platform, log, {
    activated: (id) => navigation.offer(parseNotificationTarget(id)),
    changed,
  })
  const trayHost = watchTrayHost(process.platform, log)
  watchScreenReader(process.platform, log, (isRunning) => app.setAccessibilitySupportEnabled(isRunning))
  const { vault, passwords, alerts, awaySummaries, renewalWarnings, reviews, unconfirmedSessions } = services
  const appState = () =>
    buildAppState({
      ...{ accounts, vault, passwords, alerts, awaySummaries, renewalWarnings, reviews, unconfirmedSessions },
      ...{ version, hostname, locale },
      runtime: `Electron ${process.versions.electron}`,
      settings,
      view,
      isOnline,
      lostFiles,
      hasTray: () => trayHost.isPresent() === true,
      notifier,
      isFinishing: quit.isUnderWay,
    })

  // Tray and notifications
  const desktopUi = createDesktopUi({
    events,
    services,
    settings,
    hints: files.hints,
    notifier,
    navigation,
    window,
    trayHost,
    makeTray: (view, on) =>
      createTray(view, on, { platform: process.platform, whenReady: trayHost.answered }),
    confirm: showConfirmDialog,
    listSerializer,
    broadcast,
    t: translate,
    locale,
    clock,
    log,
    isOnline,
    isFinishing: quit.isUnderWay,
    quit: () => app.quit(),
  })
  trayHost.onChanged(() => {
    desktopUi.trayHostChanged()
    broadcast('appState:changed', appState())
  })
  quit.onDeclined(desktopUi.quitDeclined)

  events.on('stateChanged', () => (nativeTheme.themeSource = theme()))
  const reactions = connectToComputer({
    services,
    events,
    appStateChanged: () => desktopUi.appStateChanged(appState()),
  })

  checkForUpdates(clock, log, translate)

  const findTokens = async (): Promise<void> => (await services.findTokens(), changed())
  cipher.onLateAnswer(() => {
    log.info('keyring.answeredLate')
    void findTokens()
  })
  const handlers = createHandlers({
    services,
    settings,
    view,
    listSerializer,
    ...createSupportTools({
      services,
      failures,
      clock,
      t: translate,
      locale,
      appState,
      windows: window.contents,
      logFolder,
      dataFolder: folder,
    }),
    startAtLogin: createStartAtLogin(process.platform, writeAtomically),
    deepLink,
    navigation,
    appState,
    lostFiles,
    retryKeyring: findTokens,
    restart,
    pageFailed: (error) => log.warn('page.failed', error),
  })
  const router = createRouter(handlers, {
    log,
    failed: failures.record,
    isValidSender: createSenderValidator(pageOrigin, (contents) => window.contents().includes(contents)),
  })
  const route = (): void => routeRequests(router)
  void openAccounts(services, clock, FIRST_SCREEN_MS, changed).then(route, route)

  // App events
  app.on('will-quit', services.history.save)
  app.on('will-quit', notifier.leave)
  deepLink.onReceived(() => quit.isUnderWay() || (window.open(), broadcast('deepLink:received', null)))
  navigation.onReceived(() => quit.isUnderWay() || (window.open(), broadcast('navigation:requested', null)))
  nativeTheme.themeSource = theme()
  if (config.hidden) desktopUi.startedHidden()
  return {
    ...reactions,
    boundsChanged(bounds, zoom) {
      try {
        files.window.write({ bounds, zoom })
      } catch {
        log.warn('window.boundsNotSaved')
      }
    },
    windowClosed: () => desktopUi.windowClosed(),
    isQuitting: quit.isUnderWay,
    sessionEnds: quit.sessionEnds,
  }
}
