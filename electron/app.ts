import { app, nativeTheme } from 'electron'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parseNotificationTarget } from './domain/notification-target.ts'
import { askToQuit } from './domain/question.ts'
import type { Place } from './contract/navigation.ts'
import { broadcastTo } from './ipc/broadcast.ts'
import { handlersOf } from './ipc/handlers.ts'
import { route } from './ipc/router.ts'
import { removeForeignListeners } from './ipc/foreign-listeners.ts'
import { createSenderValidator } from './ipc/validate-sender.ts'
import type { AppController, Front } from './main.ts'
import { createAccounts } from './services/accounts.ts'
import { createServices } from './services/create-services.ts'
import { deskOf, localeOf } from './services/desk.ts'
import { createServiceEvents } from './services/events.ts'
import { createFailures } from './services/failures.ts'
import { createListSerializer } from './services/list-news.ts'
import { createMailbox } from './services/mailbox.ts'
import type { Log } from './services/ports.ts'
import { createSettings } from './services/settings.ts'
import { accountFilesIn } from './shell/account-files.ts'
import { showConfirmDialog } from './shell/ask.ts'
import { openStores } from './shell/json-store.ts'
import { systemClock } from './shell/clock.ts'
import { createConnectivity } from './shell/connectivity.ts'
import { openAppFiles } from './shell/files.ts'
import { createLog } from './shell/log.ts'
import { installMenu } from './shell/menu.ts'
import { createOutlets } from './shell/outlets.ts'
import { createNotifier } from './shell/notifications.ts'
import { createPresence } from './shell/presence.ts'
import { finishBeforeQuit } from './shell/quit.ts'
import { restart } from './shell/restart.ts'
import { createCipher } from './shell/safe-storage.ts'
import { createStartAtLogin } from './shell/start-at-login.ts'
import { systemInfo } from './shell/support.ts'
import { createTransports } from './shell/transports.ts'
import { watchTrayHost } from './shell/tray-host.ts'
import { describeError, logUncaught } from './shell/uncaught.ts'
import { checkForUpdates } from './shell/updates.ts'
import { createTranslator } from './shell/words.ts'

export { exitWithStartError, exitWithoutLock } from './shell/start-failure.ts'

/** ms after which the first screen is there. */
const SOON = 250

/** ms that the first screen waits for the keyring, after which it says that the keyring does not answer. */
const KEYRING_PATIENCE_MS = 1_000

/** Opens the log, and then all that stands behind the window; what keeps it from that is logged and thrown. */
export function startServices(front: Front): AppController {
  const logFolder = join(app.getPath('userData'), 'logs')
  const log = createLog({ folder: logFolder, verbose: front.config.devServer !== null })
  logUncaught(log)
  try {
    return wire(front, log, logFolder)
  } catch (error) {
    log.warn('app.notStarted', describeError(error))
    throw error
  }
}

/** Opens the files, wires the services, and answers the page. */
function wire(
  { config, deepLink, window, requests, pageOrigin }: Front,
  log: Log,
  logFolder: string,
): AppController {
  const machine = systemInfo()
  log.info('app.started', { version: machine.version, runtime: machine.runtime, system: machine.system })
  const clock = systemClock()
  const failures = createFailures(clock, log)
  const events = createServiceEvents()
  const changed = (): void => void events.emit('stateChanged')
  const isOnline = createConnectivity(changed)

  // The files.
  const folder = join(app.getPath('userData'), 'accounts')
  const files = openAppFiles(openStores(folder, log), accountFilesIn(folder, log))
  const settings = createSettings(files.settings, config.server, changed)
  const accounts = createAccounts(files.accounts, log, changed)
  removeForeignListeners()

  // After the first screen: nobody presses its keys before.
  clock.after(SOON, () => installMenu(process.platform))
  const broadcast = broadcastTo(window.contents)
  const locale = () => localeOf({ accounts, settings, ...machine })
  const words = createTranslator(locale)

  // The services.
  const listNews = createListSerializer()
  const transports = createTransports({
    clock,
    language: locale,
    isOnline,
    userAgent: `SessionDesk/${app.getVersion()} (${process.platform})`,
  })
  const cipher = createCipher(process.platform, clock)
  const services = createServices({
    files: files.ofServices,
    accounts,
    settings,
    cipher,
    transportOf: transports.of,
    releaseTransports: transports.release,
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
    events,
  })

  const ending = finishBeforeQuit({
    isNeeded: services.hasUnfinished,
    finish: services.finish,
    started: changed,
    ask() {
      const { ends, password } = services.underWay()
      const question = askToQuit(ends, password, words)
      return question && showConfirmDialog(question)
    },
    atMost: 5_000,
  })

  const navigation = createMailbox<Place>()
  const notifier = createNotifier(process.platform, log, {
    activated: (id) => navigation.offer(parseNotificationTarget(id)),
    changed,
  })
  const trayHost = watchTrayHost(process.platform, log)
  const desk = () =>
    deskOf({
      ...services,
      ...machine,
      runtime: `Electron ${process.versions.electron}`,
      settings,
      isOnline,
      hasTray: () => trayHost.isThere() === true,
      notifier,
      isFinishing: ending.isUnderWay,
    })

  // The tray and the notifications.
  const presence = createPresence({
    events,
    services,
    settings,
    hints: files.hints,
    notifier,
    navigation,
    window,
    trayHost,
    listNews,
    broadcast,
    t: words,
    locale,
    clock,
    log,
    isOnline,
    isFinishing: ending.isUnderWay,
  })
  trayHost.onChanged(() => {
    presence.trayHostChanged()
    broadcast('desk:changed', desk())
  })
  ending.onDeclined(presence.quitDeclined)

  events.on('stateChanged', () => {
    nativeTheme.themeSource = settings.get().theme
    services.rename()
    services.poller.reschedule()
    services.revocations.wake()
    presence.deskChanged(desk())
  })

  checkForUpdates(clock, log, words)

  // The requests. The page may load while the keyring is still being asked, which may never answer.
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  const findTokens = async (): Promise<void> => (await services.findTokens(), changed())
  const tokensFound = Promise.race([wait(0).then(findTokens), wait(KEYRING_PATIENCE_MS)])
  cipher.onLateAnswer(() => {
    log.info('keyring.answeredLate')
    void findTokens()
  })
  route(
    handlersOf({
      ...services,
      settings,
      listNews,
      ...createOutlets({ services, failures, clock, t: words, desk, windows: window.contents, logFolder }),
      startAtLogin: createStartAtLogin(process.platform),
      deepLink,
      navigation,
      desk: async () => (await tokensFound, desk()),
      retryKeyring: findTokens,
      restart,
      pageFailed: (error) => log.warn('page.failed', error),
    }),
    {
      ipcMain: requests,
      log,
      failed: failures.note,
      isTrusted: createSenderValidator(pageOrigin, (contents) => window.contents().includes(contents)),
    },
  )

  // The life of the app.
  app.on('will-quit', services.history.save)
  deepLink.onReceived(() => ending.isUnderWay() || (window.open(), broadcast('link:arrived', null)))
  navigation.onReceived(() => ending.isUnderWay() || (window.open(), broadcast('place:arrived', null)))
  nativeTheme.themeSource = settings.get().theme
  if (config.hidden) presence.startedHidden()
  return {
    seen: () => services.poller.pollNow(),
    visibilityChanged: () => services.poller.reschedule(),
    closedAt(place) {
      try {
        files.window.write({ place })
      } catch {
        log.warn('window.notRemembered')
      }
    },
    windowClosed: () => presence.windowClosed(),
    wokeUp() {
      services.signIn.wokeUp()
      services.passwords.wokeUp()
      services.poller.pollNow()
      services.revocations.wake()
    },
    isEnding: ending.isUnderWay,
    sessionEnds: ending.sessionEnds,
  }
}
