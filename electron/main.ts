import { app, nativeTheme, net, powerMonitor, session } from 'electron'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createTransport, type Transport } from './api/transport.ts'
import { readConfig } from './config.ts'
import { broadcastTo } from './ipc/broadcast.ts'
import { handlersOf } from './ipc/handlers.ts'
import { route } from './ipc/router.ts'
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
import { hardenContents, hardenSession, keepDictionariesAway } from './shell/hardening.ts'
import { createLog } from './shell/log.ts'
import { installMenu } from './shell/menu.ts'
import { fetchesFor } from './shell/network.ts'
import { finishBeforeQuit } from './shell/quit.ts'
import { createCipher } from './shell/safe-storage.ts'
import { createWindow } from './shell/window.ts'

const config = readConfig(process.argv, process.env)
if (config.userDataDir) app.setPath('userData', config.userDataDir)

// The lock comes before any file is opened: two processes must never write the same tokens.
if (app.requestSingleInstanceLock()) {
  // As root Chromium only starts without its sandbox, which is then asked for on the command line.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declareAppScheme()
  hardenContents()
  keepDictionariesAway()
  void app.whenReady().then(start)
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
  const accounts = createAccounts(book, changed)
  const vault = createVault({
    cipher: createCipher(process.platform),
    cabinet: cabinet('vault', ciphertextsShape, {}),
    log,
  })

  // The service.
  const transports = new Map<string, Transport>()
  const transportOf = (key: string, baseUrl: string): Transport => {
    const name = `${key} ${baseUrl}`
    const made = transports.get(name) ?? makeTransport(name, baseUrl)
    transports.set(name, made)
    return made
  }
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
    rememberServer: (server) => settings.update({ server }),
    signedIn: (accountId) => void refreshUser(accountId, accounts, gateway),
    clock,
    newId: randomUUID,
  })
  const settle = (accountId: string): Promise<void> => revocations.settle(accountId)
  const signOut = createSignOut({ accounts, vault, transportOf, settle, log })

  // The window.
  const pageOrigin = config.devServer ? new URL(config.devServer).origin : APP_ORIGIN
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

  const isOnline = (): boolean => net.isOnline()
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
  app.on('second-instance', () => window.open())
  app.on('activate', () => window.open())
  app.on('window-all-closed', () => app.quit())
  powerMonitor.on('resume', () => watch.lookNow())
  powerMonitor.on('unlock-screen', () => watch.lookNow())
  finishBeforeQuit({
    isNeeded: () => revocations.hasPending() || accounts.all().some(({ id }) => vault.isUnsaved(id)),
    async finish() {
      await revocations.settle()
      await signOut.endUnsaved()
    },
    atMost: 5_000,
  })

  nativeTheme.themeSource = settings.get().theme
  window.open()
  watch.replan()

  function makeTransport(name: string, baseUrl: string): Transport {
    return createTransport(baseUrl, {
      ...fetchesFor(name),
      now: clock.now,
      random: Math.random,
      sleep: (ms) => new Promise((resolve) => clock.after(ms, () => resolve())),
      userAgent: `SessionDesk/${app.getVersion()} (${process.platform})`,
    })
  }
}
