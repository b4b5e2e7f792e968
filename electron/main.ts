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
import { createAccounts } from './services/accounts.ts'
import { deskOf } from './services/desk.ts'
import { createGateway } from './services/gateway.ts'
import { refreshUser } from './services/profile.ts'
import { createRevocations } from './services/revocations.ts'
import { createSessionLists } from './services/session-lists.ts'
import { createSettings, FIRST_SETTINGS } from './services/settings.ts'
import { createSignIn } from './services/sign-in.ts'
import { createSignOut } from './services/sign-out.ts'
import { refreshStandings } from './services/standings.ts'
import { accountBookShape, ciphertextsShape, settingsShape } from './services/stored-shapes.ts'
import { createVault } from './services/vault.ts'
import { createWatch } from './services/watch.ts'
import { APP_ORIGIN, declareAppScheme, serveApp } from './shell/app-scheme.ts'
import { cabinetsIn } from './shell/cabinets.ts'
import { systemClock } from './shell/clock.ts'
import { createConnectivity } from './shell/connectivity.ts'
import { hardenContents, hardenSession, keepDictionariesAway } from './shell/hardening.ts'
import { createLog } from './shell/log.ts'
import { installMenu } from './shell/menu.ts'
import { finishBeforeQuit } from './shell/quit.ts'
import { createCipher } from './shell/safe-storage.ts'
import { endForFailedStart } from './shell/start-failure.ts'
import { createTransports } from './shell/transports.ts'
import { createWindow } from './shell/window.ts'

const config = readConfig(process.argv, process.env, app.isPackaged)
if (config.userDataDir) app.setPath('userData', config.userDataDir)

// The lock comes before any file is opened: two processes must never write the same tokens.
if (app.requestSingleInstanceLock()) {
  // As root Chromium only starts without its sandbox, which is then asked for on the command line.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declareAppScheme()
  hardenContents()
  keepDictionariesAway()
  void app.whenReady().then(start).catch(endForFailedStart)
} else {
  app.quit()
}

async function start(): Promise<void> {
  const clock = systemClock()
  const log = createLog(config.devServer !== null)
  const cabinet = cabinetsIn(join(app.getPath('userData'), 'accounts'), log)

  // What is known and kept.
  const settings = createSettings(cabinet('settings', settingsShape, FIRST_SETTINGS), config.server, changed)
  const book = cabinet('accounts', accountBookShape, { accounts: [], shownAccountId: null })
  const accounts = createAccounts(book, log, changed)
  const vault = createVault({
    cipher: createCipher(process.platform),
    cabinet: cabinet('vault', ciphertextsShape, {}),
    log,
  })

  removeStrangers()

  // The service.
  const transportOf = createTransports({
    clock,
    language: () => desk().locale,
    userAgent: `SessionDesk/${app.getVersion()} (${process.platform})`,
  })
  const gateway = createGateway({ accounts, vault, transportOf, clock, log })
  const lists = createSessionLists(gateway, clock, (list) => broadcast('sessions:changed', list))
  const revocations = createRevocations({
    lists,
    gateway,
    clock,
    log,
    settled: (event) => broadcast('session:settled', event),
  })
  const signIn = createSignIn({
    accounts,
    vault,
    transportTo: (baseUrl) => transportOf('sign-in', baseUrl),
    rememberServer(server) {
      try {
        settings.update({ server })
      } catch {
        log.warn('settings.notSaved')
      }
    },
    signedIn(accountId) {
      void refreshUser(accountId, accounts, gateway)
      void lists.check(accountId)
    },
    clock,
    newId: randomUUID,
  })
  const settle = (accountId: string): Promise<void> => revocations.settle(accountId)
  const forgotten = (accountId: string): void => lists.forget(accountId)
  const signOut = createSignOut({ accounts, vault, transportOf, settle, forgotten, log })

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
    },
    { seen: () => watch.lookNow(), changed: () => watch.replan() },
  )
  const broadcast = broadcastTo(window.contents)

  const isOnline = createConnectivity(changed)
  const watch = createWatch({
    accounts,
    lists,
    gateway,
    visibility: window.visibility,
    isOnline,
    clock,
    random: Math.random,
  })

  const desk = () =>
    deskOf({
      version: app.getVersion(),
      runtime: `Electron ${process.versions.electron}`,
      hostname: hostname(),
      systemLocales: [app.getLocale(), ...app.getPreferredSystemLanguages()],
      accounts,
      settings,
      vault,
      isOnline,
    })

  function changed(): void {
    nativeTheme.themeSource = settings.get().theme
    broadcast('desk:changed', desk())
    watch.replan()
  }

  async function findTokens(): Promise<void> {
    await vault.check()
    await refreshStandings(accounts, vault)
    changed()
  }

  // The requests. The page may load while the keyring is still being asked.
  const tokensFound = findTokens()
  route(
    handlersOf({
      desk: async () => (await tokensFound, desk()),
      settings,
      accounts,
      signIn,
      signOut,
      lists,
      revocations,
      retryKeyring: findTokens,
    }),
    { log, isTrusted: trustOnly(pageOrigin, (contents) => window.contents().includes(contents)) },
  )

  // The life of the app.
  app.on('second-instance', () => ending.isUnderWay() || window.open())
  app.on('activate', () => ending.isUnderWay() || window.open())
  app.on('window-all-closed', () => app.quit())
  powerMonitor.on('resume', () => watch.lookNow())
  powerMonitor.on('unlock-screen', () => watch.lookNow())
  const ending = finishBeforeQuit({
    isNeeded: () => revocations.hasPending() || accounts.all().some(({ id }) => vault.isUnsaved(id)),
    async finish() {
      watch.stop()
      await Promise.all([revocations.settle(), signOut.endUnsaved()])
    },
    atMost: 5_000,
  })

  nativeTheme.themeSource = settings.get().theme
  window.open()
  watch.replan()
}
