import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { startApp, type TestApp } from './app.ts'
import type { Tolerance } from './checks/problems.ts'
import { startDesktop, type Desktop, type KeyringState } from './desktop/desktop.ts'
import { startDisplay, type Display, type DisplayServer } from './desktop/display.ts'
import type { KeyringKind } from './desktop/keyring-daemons.ts'
import { projectRoot } from './project-root.ts'
import { findRuntime } from './runtime/find.ts'
import type { Runtime } from './runtime/pinned.ts'
import { startOddService, type OddService } from './odd-service.ts'
import type { startPracticeService } from '../service/start.ts'
import type { NewUser } from '../service/test-state.ts'
import { assertClean } from './assert-clean.ts'
import { ANA } from './page-actions.ts'

type StartPracticeService = typeof startPracticeService
/** The practice service of `test/service/start.ts`. */
export type PracticeService = Awaited<ReturnType<StartPracticeService>>

/** Options for `test.use`; `locale`, `colorScheme` and `timezoneId` are Playwright's. */
export interface TestOptions {
  /** A module to load into the main process before the app's own code, such as a stub of a newer API. */
  mainModule: string | null
  /** How many times as fast main's timers and its steady clock run, for a test that waits; the wall clock stays. */
  clockSpeed: number
  /** Whether Chromium emulates a graphics card: for a test that compares pixels, frames or the use of the CPU. */
  withGpu: boolean
  /** The state of the keyring; `unlocked` by default. */
  keyring: KeyringState
  /** GNOME's keyring or KDE's wallet; `gnome` by default. */
  keyringKind: KeyringKind
  /** Passed to `startPracticeService`. */
  serviceOptions: Parameters<StartPracticeService>[0]
  /** What the user Ana has besides her email, password and name; null when the service is to start without her. */
  ana: Partial<NewUser> | null
}

/** Allows errors and origins that otherwise fail the test. */
export interface Tolerate {
  /** Errors that the app may report during this test. */
  errors(...patterns: RegExp[]): void
  /** Origins besides the service's that the app may contact, such as a second service's. */
  origins(...origins: string[]): void
  /** Everything allowed so far. */
  readonly declared: Tolerance
}

/** The fixtures of a test, fresh each time. */
export interface TestFixtures {
  service: PracticeService
  /** A second, scripted service; reach it with `launch('--server=' + odd.baseUrl)`. */
  odd: OddService
  desktop: Desktop
  /** The app's data folder, below `desktop.folder`. */
  profile: string
  tolerate: Tolerate
  /** Starts the app; several starts in one test share profile and desktop, so quit it in between. */
  launch: (...args: string[]) => Promise<TestApp>
  /** The app, started. */
  app: TestApp
}

interface WorkerFixtures {
  /** The display server on Linux. */
  displayServer: DisplayServer
  runtime: Runtime
  display: Display
}

/** Playwright's test with the real app: `page` is its first window, and every run is checked at its end. */
export const test = base.extend<TestOptions & TestFixtures, WorkerFixtures>({
  mainModule: [null, { option: true }],
  clockSpeed: [1, { option: true }],
  withGpu: [false, { option: true }],
  keyring: ['unlocked', { option: true }],
  keyringKind: ['gnome', { option: true }],
  serviceOptions: [undefined, { option: true }],
  ana: [null, { option: true }],

  runtime: [async ({}, use) => use(await findRuntime(projectRoot())), { scope: 'worker' }],
  displayServer: ['x11', { option: true, scope: 'worker' }],
  display: [
    async ({ displayServer }, use) => {
      const display = await startDisplay({ server: displayServer })
      await use(display)
      await display.stop()
    },
    { scope: 'worker' },
  ],

  service: async ({ serviceOptions, ana }, use) => {
    // Loaded on use: it includes a whole web server.
    const practice = await import('../service/start.ts')
    const service = await practice.startPracticeService(serviceOptions)
    if (ana) await service.state.addUser({ ...ANA, name: 'Ana', ...ana })
    await use(service)
    await service.close()
  },

  odd: async ({ tolerate }, use) => {
    const odd = await startOddService()
    tolerate.origins(odd.origin)
    await use(odd)
    await odd.close()
  },

  desktop: async ({ display, keyring, keyringKind, locale, colorScheme, timezoneId }, use) => {
    const dark = colorScheme === 'dark'
    const desktop = await startDesktop({
      display,
      keyring,
      keyringKind,
      dark,
      locale: locale ?? 'en-US',
      timeZone: timezoneId ?? 'UTC',
    })
    await use(desktop)
    await desktop.stop()
  },

  profile: async ({ desktop }, use) => use(join(desktop.folder, 'profile')),

  tolerate: async ({ service }, use) => {
    const errors: RegExp[] = []
    const origins: string[] = [service.origin]
    await use({
      errors: (...patterns) => void errors.push(...patterns),
      origins: (...more) => void origins.push(...more),
      declared: { errors, origins },
    })
  },

  launch: async (
    { runtime, desktop, profile, service, tolerate, colorScheme, mainModule, clockSpeed, withGpu },
    use,
    testInfo,
  ) => {
    const apps: TestApp[] = []
    const root = projectRoot()
    const scheme = { colorScheme: colorScheme ?? null }
    const setup = { runtime, desktop, profile, root, mainModule, clockSpeed, withGpu, ...scheme }
    await use(async (...args) => {
      const app = await startApp(setup, [`--server=${service.baseUrl}`, ...args])
      apps.push(app)
      return app
    })
    await assertClean(apps, tolerate.declared, testInfo)
  },

  app: async ({ launch }, use) => use(await launch()),
  page: async ({ app }, use) => use(await app.window()),
})

export { expect } from '@playwright/test'
