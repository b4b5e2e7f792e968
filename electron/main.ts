import { app, nativeTheme } from 'electron'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { broadcastTo } from './ipc/broadcast.ts'
import { handlersOf } from './ipc/handlers.ts'
import { route } from './ipc/router.ts'
import { removeStrangers } from './ipc/strangers.ts'
import { trustOnly } from './ipc/trusted-sender.ts'
import { compose } from './services/compose.ts'
import { deskOf } from './services/desk.ts'
import { createFailures } from './services/failures.ts'
import { createListNews } from './services/list-news.ts'
import { createLinks, type Links } from './services/links.ts'
import { createPlaces } from './services/places.ts'
import type { Log } from './services/ports.ts'
import { createSettings } from './services/settings.ts'
import { APP_ORIGIN, declareAppScheme, serveApp } from './shell/app-scheme.ts'
import { cabinetsIn } from './shell/cabinets.ts'
import { systemClock } from './shell/clock.ts'
import { createConnectivity } from './shell/connectivity.ts'
import { hearLinks, restart } from './shell/deep-links.ts'
import { filesIn } from './shell/files.ts'
import { hardenApp, hardenedSession } from './shell/hardening.ts'
import { liveWith } from './shell/life.ts'
import { createLog } from './shell/log.ts'
import { installMenu } from './shell/menu.ts'
import { createOutlets } from './shell/outlets.ts'
import { createPresence } from './shell/presence.ts'
import { finishBeforeQuit } from './shell/quit.ts'
import { createCipher } from './shell/safe-storage.ts'
import { endForFailedStart, endWithoutLock } from './shell/start-failure.ts'
import { createStartAtLogin } from './shell/start-at-login.ts'
import { machineFacts } from './shell/support.ts'
import { createTransports } from './shell/transports.ts'
import { factsOf, logUncaught } from './shell/uncaught.ts'
import { lookForUpdates } from './shell/updates.ts'
import { createWindow } from './shell/window.ts'
import { createWords } from './shell/words.ts'

const config = readConfig(process.argv, process.env, app.isPackaged)
if (config.userDataDir) app.setPath('userData', config.userDataDir)

// The lock comes before any file is opened: two processes must never write the same tokens.
if (app.requestSingleInstanceLock()) {
  hardenApp()
  declareAppScheme()
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
} else endWithoutLock(app.getPath('userData'))

function start(log: Log, logFolder: string, links: Links): void {
  const machine = machineFacts()
  log.info('app.started', { version: machine.version, runtime: machine.runtime, system: machine.system })
  const clock = systemClock()
  const failures = createFailures(clock, log)
  const isOnline = createConnectivity(changed)

  // The files.
  const files = filesIn(cabinetsIn(join(app.getPath('userData'), 'accounts'), log))
  const settings = createSettings(files.settings, config.server, changed)
  removeStrangers()

  // The window.
  const pageOrigin = config.devServer ?? APP_ORIGIN
  const windowSession = hardenedSession(pageOrigin)
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
  const locale = () => desk().locale
  const words = createWords(locale)

  // The services.
  const listNews = createListNews()
  const services = compose({
    files: files.ofServices,
    settings,
    cipher: createCipher(process.platform),
    transportOf: createTransports({
      clock,
      language: locale,
      isOnline,
      userAgent: `SessionDesk/${app.getVersion()} (${process.platform})`,
    }),
    clock,
    log,
    newId: randomUUID,
    random: Math.random,
    locale,
    words,
    visibility: window.visibility,
    page: () => window.contents()[0]?.id ?? null,
    isOnline,
    failures,
    accountsChanged: changed,
    audience: () => presence,
  })

  const desk = () =>
    deskOf({
      ...services,
      ...machine,
      runtime: `Electron ${process.versions.electron}`,
      settings,
      isOnline,
    })

  function changed(): void {
    nativeTheme.themeSource = settings.get().theme
    services.rename()
    services.watch.replan()
    services.endings.wake()
    presence.deskChanged(desk())
  }

  // The tray and the notifications.
  const places = createPlaces()
  const presence = createPresence({
    services,
    settings,
    hints: files.hints,
    places,
    window,
    listNews,
    broadcast,
    t: words,
    clock,
    log,
    isOnline,
  })

  lookForUpdates(clock, log, words)

  // The requests. The page may load while the keyring is still being asked.
  const tokensFound = services.findTokens().then(changed)
  route(
    handlersOf({
      ...services,
      settings,
      listNews,
      ...createOutlets({ services, failures, clock, t: words, desk, windows: window.contents, logFolder }),
      startAtLogin: createStartAtLogin(process.platform),
      links,
      places,
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
    ask: () => presence.askToQuit(),
    atMost: 5_000,
  })
  links.whenBrought(() => ending.isUnderWay() || (window.open(), broadcast('link:arrived', null)))
  places.whenSet(() => ending.isUnderWay() || (window.open(), broadcast('place:arrived', null)))
  liveWith({
    isEnding: ending.isUnderWay,
    open: window.open,
    startedAgain: links.bring,
    windowClosed: () => (settings.get().keepInTray ? presence.windowClosed() : app.quit()),
    wokeUp: () => (services.watch.lookNow(), services.endings.wake()),
  })

  nativeTheme.themeSource = settings.get().theme
  if (config.hidden) presence.startedHidden()
  else window.open()
}
