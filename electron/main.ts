import { app, nativeTheme, powerMonitor, session } from 'electron'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { broadcastTo } from './ipc/broadcast.ts'
import { handlersOf } from './ipc/handlers.ts'
import { route } from './ipc/router.ts'
import { removeStrangers } from './ipc/strangers.ts'
import { trustOnly } from './ipc/trusted-sender.ts'
import { createActivityExport } from './services/activity-export.ts'
import { compose } from './services/compose.ts'
import { deskOf } from './services/desk.ts'
import { createDiagnostics } from './services/diagnostics.ts'
import { createFailures } from './services/failures.ts'
import { createLinks, type Links } from './services/links.ts'
import type { Log } from './services/ports.ts'
import { createSettings } from './services/settings.ts'
import { APP_ORIGIN, declareAppScheme, serveApp } from './shell/app-scheme.ts'
import { cabinetsIn } from './shell/cabinets.ts'
import { systemClock } from './shell/clock.ts'
import { createConnectivity } from './shell/connectivity.ts'
import { hearLinks, restart } from './shell/deep-links.ts'
import { filesIn } from './shell/files.ts'
import { hardenContents, hardenSession, keepDictionariesAway, keepNetworkLogAway } from './shell/hardening.ts'
import { createLog } from './shell/log.ts'
import { installMenu } from './shell/menu.ts'
import { finishBeforeQuit } from './shell/quit.ts'
import { createSaveFile } from './shell/save-file.ts'
import { createCipher } from './shell/safe-storage.ts'
import { endForFailedStart, isWritable } from './shell/start-failure.ts'
import { createStartAtLogin } from './shell/start-at-login.ts'
import { openFolder, runtimeNames, systemLocales, systemName, toClipboard } from './shell/support.ts'
import { createTransports } from './shell/transports.ts'
import { factsOf, logUncaught } from './shell/uncaught.ts'
import { createWindow } from './shell/window.ts'
import { createWords } from './shell/words.ts'

const config = readConfig(process.argv, process.env, app.isPackaged)
if (config.userDataDir) app.setPath('userData', config.userDataDir)

// The lock comes before any file is opened: two processes must never write the same tokens.
if (app.requestSingleInstanceLock()) {
  // As root Chromium only starts without its sandbox, which is then asked for on the command line.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declareAppScheme()
  hardenContents()
  keepDictionariesAway()
  keepNetworkLogAway()
  const logFolder = join(app.getPath('userData'), 'logs')
  const log = createLog({ folder: logFolder, verbose: config.devServer !== null })
  logUncaught(log)
  const links = createLinks()
  hearLinks(links.bring)
  void app
    .whenReady()
    .then(() => start(log, logFolder, links))
    .catch((error: unknown) => {
      log.warn('app.notStarted', factsOf(error))
      endForFailedStart()
    })
} else if (isWritable(app.getPath('userData'))) {
  app.quit()
} else {
  // Not another instance: there is no place for its lock, nor for anything else.
  void app.whenReady().then(endForFailedStart)
}

function start(log: Log, logFolder: string, links: Links): void {
  log.info('app.started', { version: app.getVersion(), runtime: runtimeNames(), system: systemName() })
  const clock = systemClock()
  const failures = createFailures(clock, log)
  const isOnline = createConnectivity(changed)

  // The files.
  const files = filesIn(cabinetsIn(join(app.getPath('userData'), 'accounts'), log))
  const settings = createSettings(files.settings, config.server, changed)
  removeStrangers()

  // The window.
  const pageOrigin = config.devServer ?? APP_ORIGIN
  const windowSession = session.fromPartition('window', { cache: false })
  hardenSession(windowSession, pageOrigin)
  serveApp(windowSession, join(import.meta.dirname, '../renderer'))
  installMenu(process.platform)
  const window = createWindow(
    {
      session: windowSession,
      url: `${pageOrigin}/`,
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      devTools: !app.isPackaged,
      place: files.window,
      log,
    },
    { seen: () => services.watch.lookNow(), changed: () => services.watch.replan() },
  )
  const broadcast = broadcastTo(window.contents)
  const saveFile = createSaveFile(window.contents)

  // The services.
  const services = compose({
    files: files.ofServices,
    settings,
    cipher: createCipher(process.platform),
    transportOf: createTransports({
      clock,
      language: () => desk().locale,
      isOnline,
      userAgent: `SessionDesk/${app.getVersion()} (${process.platform})`,
    }),
    clock,
    log,
    newId: randomUUID,
    random: Math.random,
    visibility: window.visibility,
    isOnline,
    failures,
    accountsChanged: changed,
    listChanged: (list) => broadcast('sessions:changed', list),
    ended: (event) => broadcast('session:settled', event),
    historyChanged: (accountId) => broadcast('activity:changed', { accountId }),
    alerted: () => undefined,
    alertClosed: () => undefined,
  })

  const desk = () =>
    deskOf({
      version: app.getVersion(),
      runtime: `Electron ${process.versions.electron}`,
      hostname: hostname(),
      systemLocales: systemLocales(),
      accounts: services.accounts,
      settings,
      vault: services.vault,
      passwords: services.passwords,
      alerts: services.alerts,
      isOnline,
    })

  const diagnostics = createDiagnostics({
    facts: () => ({
      ...desk(),
      at: clock.now(),
      runtime: runtimeNames(),
      system: systemName(),
      systemLocales: systemLocales(),
      failures: failures.last(),
    }),
    toClipboard,
    openFolder: () => openFolder(logFolder),
  })

  function changed(): void {
    nativeTheme.themeSource = settings.get().theme
    broadcast('desk:changed', desk())
    services.watch.replan()
  }

  // The requests. The page may load while the keyring is still being asked.
  const tokensFound = services.findTokens().then(changed)
  route(
    handlersOf({
      ...services,
      settings,
      diagnostics,
      exportActivity: createActivityExport({ ...services, saveFile, t: createWords(() => desk().locale) }),
      startAtLogin: createStartAtLogin(process.platform),
      links,
      desk: async () => (await tokensFound, desk()),
      retryKeyring: async () => (await services.findTokens(), changed()),
      restart,
    }),
    {
      log,
      failed: failures.note,
      isTrusted: trustOnly(pageOrigin, (contents) => window.contents().includes(contents)),
    },
  )

  // The life of the app.
  const ending = finishBeforeQuit({
    isNeeded: services.hasUnfinished,
    finish: services.finish,
    atMost: 5_000,
  })
  links.whenBrought(() => ending.isUnderWay() || (window.open(), broadcast('link:arrived', null)))
  app.on('second-instance', (_event, argv) => {
    links.bring(argv)
    if (!ending.isUnderWay()) window.open()
  })
  app.on('activate', () => ending.isUnderWay() || window.open())
  app.on('window-all-closed', () => app.quit())
  powerMonitor.on('resume', () => services.watch.lookNow())
  powerMonitor.on('unlock-screen', () => services.watch.lookNow())

  nativeTheme.themeSource = settings.get().theme
  window.open()
}
