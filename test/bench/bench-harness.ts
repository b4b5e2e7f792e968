import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startPracticeService } from '../service/start.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { startDesktop } from '../support/desktop/desktop.ts'
import { startDisplay } from '../support/desktop/display.ts'
import { openSessions, seed, type Credentials } from '../support/page-actions.ts'
import type { Runtime } from '../support/runtime/pinned.ts'
import { addPageSteps } from './page-steps.ts'

/** The account that signs in. */
export const ANA = { email: 'ana@example.com', password: 'correct horse battery' }

/** How to start an app: on a new profile, and with the harness's server, unless given. */
interface LaunchOptions {
  profile?: string
  args?: readonly string[]
}

/** What the parts measure on: one desktop and one service on loopback, with an account for Ana. */
export type BenchHarness = Awaited<ReturnType<typeof startBenchHarness>>

/** Starts the harness; Ana has `sessions` on other devices. */
export async function startBenchHarness(root: string, runtime: Runtime, sessions: number) {
  const display = await startDisplay()
  const desktop = await startDesktop({ display })
  const service = await startPracticeService()
  await service.state.addUser({ ...ANA, name: 'Ana' })
  seed(service, ANA.email, sessions)
  const folders = { app: root, bare: join(root, 'test', 'bench', 'bare') }
  let profiles = 0

  const newProfile = (): string => join(desktop.folder, `profile-${profiles++}`)
  async function withApp<T>(
    what: 'app' | 'bare',
    work: (page: Page, app: TestApp) => Promise<T>,
    { profile = newProfile(), args = [`--server=${service.baseUrl}`] }: LaunchOptions = {},
  ): Promise<T> {
    const setup = { runtime, desktop, root: folders[what], profile, colorScheme: null, withoutNetLog: true }
    const app = await startApp(setup, args)
    try {
      const page = await (what === 'app' ? app.window() : app.electron.firstWindow())
      await addPageSteps(page)
      return await work(page, app)
    } finally {
      await app.evidence()
    }
  }
  return {
    runtime,
    desktop,
    service,
    /** The app's folder, and that of the bare window beside it. */
    folders,
    /** A new folder for `--user-data-dir`. */
    newProfile,
    /** Adds so many accounts, with so many sessions each. */
    async addAccounts(count: number, each: number): Promise<Credentials[]> {
      const users = Array.from({ length: count }, (_, index) => ({
        email: `account-${index}@example.com`,
        password: ANA.password,
      }))
      for (const user of users) {
        await service.state.addUser({ ...user, name: `Account of ${user.email}` })
        seed(service, user.email, each)
      }
      return users
    },
    /** Runs `work` in the app, or in the bare window, under Playwright; quits it afterwards. */
    withApp,
    /** Signs Ana in on this profile and quits. */
    signInOn: (profile: string): Promise<void> =>
      withApp('app', (page) => openSessions(page, ANA), { profile }),
    async stop(): Promise<void> {
      await service.close()
      await desktop.stop()
      await display.stop()
    },
  }
}
