import { isDeepStrictEqual } from 'node:util'
import type { ServiceEvents } from '../../../electron/core/service-events.ts'
import { createAccounts } from '../../../electron/core/accounts.ts'
import { createFailures } from '../../../electron/core/failures.ts'
import { createLatestValue } from '../../../electron/core/latest-value.ts'
import { createServiceEvents } from '../../../electron/core/service-events.ts'
import type { RecordReader } from '../../../electron/features/sessions/index.ts'
import { createSettings } from '../../../electron/core/settings.ts'
import { createViewStates } from '../../../electron/core/view-state.ts'
import type { Clock, FileLoss, Log, Notifier } from '../../../electron/core/ports.ts'
import { createTransport, type Transport } from '../../../electron/api/transport.ts'
import { createHandlers } from '../../../electron/composition/create-handlers.ts'
import { openAccounts } from '../../../electron/composition/open-accounts.ts'
import { createServices, type Services } from '../../../electron/composition/create-services.ts'
import { createDesktopUi } from '../../../electron/composition/desktop-ui.ts'
import { connectToComputer, subscribeServices } from '../../../electron/composition/subscriptions.ts'
import { createActivityExport } from '../../../electron/features/activity/index.ts'
import {
  buildAppState,
  createLostFiles,
  type TrayAction,
  type TrayView,
} from '../../../electron/features/desktop/index.ts'
import { createReviewReport } from '../../../electron/features/review/index.ts'
import { createListSerializer } from '../../../electron/features/sessions/index.ts'
import { createRouter } from '../../../electron/ipc/router.ts'
import { openAppFiles } from '../../../electron/platform/storage/app-files.ts'
import type { AppState } from '../../../electron/shared/app-state.ts'
import type { NavigationTarget, RecoveryLink } from '../../../electron/shared/navigation.ts'
import type { Payload, RequestName, RequestResult } from '../../../electron/shared/requests.ts'
import { ok } from '../../../electron/shared/result.ts'
import { fakeCipher } from '../../electron/fakes.ts'
import { translations } from '../../electron/translations.ts'
import type { Computer } from './computer.ts'
import { CANARY } from './disk.ts'
import { START } from './truth.ts'

/** One run of the app's main process, without its window and without Electron. */
export interface AppProcess {
  readonly services: Services
  isAlive(): boolean
  /** Ends the process in the middle of whatever it does. */
  kill(): void
  /** Quits as the person asks for it; resolves with false if they declined. */
  quit(): Promise<boolean>
  /** A request of the window. */
  request<N extends RequestName>(name: N, payload: Payload<N>): Promise<RequestResult<N>>
  tray(): TrayView
  act(action: TrayAction): void
  appState(): AppState
  /** The window got the focus, the computer woke up, or the window was shown or hidden. */
  readonly reactions: ReturnType<typeof connectToComputer>
  /** The network or another part of the state changed. */
  changed(): void
  windowClosed(): void
  /** The files that this process could not read in full, but those whose copies went with what the person deleted. */
  losses(): readonly FileLoss[]
  /** Lines of the log that contain a secret. */
  readonly leaks: string[]
}

/** Receives what a process tells, as it tells it. */
export interface ProcessWatcher {
  /** A process has read its record; it tells nothing before. */
  opened(record: RecordReader): void
  told<N extends keyof ServiceEvents>(name: N, ...details: ServiceEvents[N]): void
}

const TOLD = ['revoked', 'endsChanged', 'alerted', 'ruleRan', 'listPublished', 'reviewChanged'] as const
const QUIT_LIMIT_MS = 5_000
const translate = translations()

/** Starts the app on the files of the computer. It finds its tokens, and then answers requests. */
export async function startApp(computer: Computer, watcher: ProcessWatcher): Promise<AppProcess> {
  const { kernel, random, disk, network } = computer
  // What an earlier process showed, no other one can take away.
  computer.notifications.clear()
  let alive = true
  let isFinishing = false
  const isAlive = (): boolean => alive
  const kill = (): void => void (alive = false)
  const clock = clockOf(computer, isAlive)
  const leaks: string[] = []
  const write = (event: string, facts?: object): void => {
    const line = `${event} ${JSON.stringify(facts ?? {})}`
    if (line.includes(CANARY)) leaks.push(line)
  }
  const log: Log = { info: write, warn: write }
  const events = createServiceEvents()
  const changed = (): void => void events.emit('stateChanged')
  const isOnline = (): boolean => network.line !== 'down'

  const reported: FileLoss[] = []
  const opened = disk.open({
    isAlive,
    killed: kill,
    now: clock.now,
    lost: (loss) => void reported.push(loss),
  })
  const aside = opened.setAside()
  const files = openAppFiles(opened.store, opened.accountFiles)
  const lostFiles = createLostFiles({
    ...{ removeCopies: opened.removeCopies, hints: files.hints, changed, log },
    found: () => [...aside, ...reported],
  })
  const settings = createSettings(files.settings, null, log, changed)
  const view = createViewStates(files.view, log)
  const accounts = createAccounts(files.accounts, log, changed)
  const failures = createFailures(clock, log)
  const transports = new Map<string, Transport>()
  const services = createServices({
    confirmServer: async () => true,
    files: files.ofServices,
    accounts,
    settings,
    view,
    cipher: fakeCipher(),
    transportOf(key, baseUrl) {
      const name = `${key} ${baseUrl}`
      const known = transports.get(name) ?? transportTo(baseUrl)
      transports.set(name, known)
      return known
    },
    releaseTransports(key) {
      for (const name of transports.keys()) if (name.startsWith(`${key} `)) transports.delete(name)
    },
    clock,
    log,
    newId: () => `id-${random.below(1e9)}`,
    version: '1.0.0',
    random: random.next,
    locale: () => 'en',
    translate,
    visibility: () => computer.window ?? 'hidden',
    page: () => (computer.window === null ? null : 1),
    isOnline,
    failures,
    events,
  })
  watcher.opened(services.history)
  // Before those of the app, so that whoever watches knows what was told when it is shown.
  TOLD.forEach(watch)
  subscribeServices(services, events)
  events.on('accountRemoved', (id, reason) => reason === 'removed' && lostFiles.forget(id, null))
  // After those of the app, which tell of the account until they have forgotten it.
  watch('accountRemoved')

  const navigation = createLatestValue<NavigationTarget>()
  const notifier: Notifier = {
    show(notification) {
      if (!alive) return
      computer.notifications.set(notification.id, notification)
      notification.arrived?.()
    },
    close(id) {
      if (alive) computer.notifications.delete(id)
    },
    isRefused: () => false,
  }
  const { vault, passwords, alerts, awaySummaries, renewalWarnings, reviews, unconfirmedSessions } = services
  const appState = (): AppState =>
    buildAppState({
      ...{ accounts, vault, passwords, alerts, awaySummaries, renewalWarnings, reviews, unconfirmedSessions },
      version: '1.0.0',
      runtime: 'simulation',
      hostname: 'desk',
      locale: () => 'en',
      settings,
      view,
      lostFiles,
      isOnline,
      hasTray: () => true,
      notifier,
      isFinishing: () => isFinishing,
    })
  let trayView: () => TrayView = () => ({ status: 'normal', tooltip: '', items: [] }) as never
  let act: (action: TrayAction) => void = () => undefined
  const open = (): void => void (computer.window ??= 'visible')
  const desktopUi = createDesktopUi({
    events,
    services,
    settings,
    hints: files.hints,
    notifier,
    navigation,
    window: {
      contents: () => (computer.window === null ? [] : [{} as never]),
      isFocused: () => computer.window === 'visible' && computer.isFocused,
      open,
    },
    trayHost: { isPresent: () => true },
    makeTray(shown, on) {
      trayView = shown
      act = on.act
      return { refresh: () => undefined, renew: () => undefined }
    },
    confirm: async (confirmation) => {
      computer.asked.push(confirmation)
      return computer.confirms
    },
    listSerializer: createListSerializer(),
    broadcast: () => undefined,
    t: translate,
    locale: () => 'en',
    clock,
    log,
    isOnline,
    isFinishing: () => isFinishing,
    quit: () => undefined,
  })
  const reactions = connectToComputer({
    services,
    events,
    appStateChanged: () => desktopUi.appStateChanged(appState()),
  })

  const saveFile = async ({
    name,
    content,
  }: {
    name: string
    content: string | Uint8Array
  }): Promise<string> => {
    if (alive) computer.saved.push({ name, content: String(content) })
    return name
  }
  const router = createRouter(
    createHandlers({
      services,
      settings,
      view,
      listSerializer: createListSerializer(),
      diagnostics: { copy: async () => ok(null), openFolder: async () => ok(null) },
      about: { copyVersion: async () => ok(null), licenses: async () => ok([]) },
      lostFiles,
      openDataFolder: async () => ok(null),
      exportActivity: createActivityExport({
        accounts,
        activity: services.activity,
        saveFile,
        t: translate,
        locale: () => 'en',
      }),
      reviewReport: createReviewReport({
        accounts,
        reviews,
        saveFile,
        printPage: async () => new Uint8Array(),
        t: translate,
        locale: () => 'en',
      }),
      startAtLogin: { get: () => ({ state: 'off' }) as never, set: () => ({ state: 'off' }) as never },
      deepLink: createLatestValue<RecoveryLink>(),
      navigation,
      appState,
      retryKeyring: async () => (await services.findTokens(), changed()),
      restart: () => undefined,
      pageFailed: () => undefined,
    }),
    {
      log,
      failed: failures.record,
      isValidSender: () => true,
    },
  )

  function watch(name: (typeof TOLD)[number] | 'accountRemoved'): void {
    events.on(name, (...details: ServiceEvents[typeof name]) => {
      if (alive) watcher.told(name, ...details)
    })
  }

  function transportTo(baseUrl: string): Transport {
    const exchange = network.exchangeFor(isAlive)
    const connection = { exchange, close: async () => undefined }
    return createTransport(baseUrl, {
      reads: exchange,
      deletes: exchange,
      writes: [connection, connection],
      isOnline,
      now: clock.now,
      random: random.next,
      sleep: (ms) => new Promise((resolve) => clock.after(ms, () => resolve())),
      abortAfter(ms) {
        const controller = new AbortController()
        clock.after(ms, () => controller.abort(new Error('Timeout')))
        return controller.signal
      },
      language: () => 'en',
      userAgent: 'SessionDesk/1.0.0 (simulation)',
    })
  }

  void openAccounts(services, clock, 0, changed)
  await kernel.settle()
  return {
    services,
    isAlive,
    kill,
    async quit() {
      const { ends, password } = services.interruptible()
      if ((ends > 0 || password) && !computer.confirms) return false
      isFinishing = true
      const finished: true[] = []
      const finish = (): void => void finished.push(true)
      if (services.hasUnfinished()) void services.finish().then(finish, finish)
      else finish()
      for (let ms = 0; ms < QUIT_LIMIT_MS && finished.length === 0; ms += 100) await kernel.advance(100)
      if (alive) {
        services.history.save()
      }
      kill()
      return true
    },
    async request(name, payload) {
      return (await router({} as never, name, payload)) as never
    },
    tray: () => trayView(),
    act: (action) => act(action),
    appState,
    reactions,
    changed,
    windowClosed: desktopUi.windowClosed,
    losses() {
      const copies = opened.setAside()
      return reported.filter((loss) => copies.some((copy) => isDeepStrictEqual(copy, loss)))
    },
    leaks,
  }
}

/** The clocks of a process on this computer; its timers end with it. */
function clockOf(computer: Computer, isAlive: () => boolean): Clock {
  const { kernel } = computer
  return {
    now: () => START + kernel.now() + computer.wallOffset,
    steady: () => kernel.now(),
    awake: () => kernel.now() - kernel.slept(),
    after: (ms, callback) =>
      kernel.after(ms, 'app', () => {
        if (isAlive()) callback()
      }),
  }
}
