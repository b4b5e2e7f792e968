import { join } from 'node:path'
import { startPracticeService, type PracticeService } from '../service/start.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { startDesktop, type Desktop } from '../support/desktop/desktop.ts'
import { startDisplay } from '../support/desktop/display.ts'
import { seed, waitForSessions, signIn } from '../support/page-actions.ts'
import type { Runtime } from '../support/runtime/pinned.ts'

/** The account that signs in. */
export const ANA = { email: 'ana@example.com', password: 'correct horse battery' }

/** What the parts measure on: one desktop and one service on loopback, with an account for Ana. */
export interface BenchHarness {
  runtime: Runtime
  desktop: Desktop
  service: PracticeService
  /** The app's folder, and that of the bare window beside it. */
  folders: { app: string; bare: string }
  /** A new folder for `--user-data-dir`. */
  newProfile(): string
  /** Starts the app, or the bare window, under Playwright; without `args` with the harness's server. */
  launch(what: 'app' | 'bare', profile: string, args?: readonly string[]): Promise<TestApp>
  /** Signs Ana in on this profile and quits. */
  signInOn(profile: string): Promise<void>
  stop(): Promise<void>
}

/** Starts the harness; Ana has `sessions` on other devices. */
export async function startBenchHarness(
  root: string,
  runtime: Runtime,
  sessions = 12,
): Promise<BenchHarness> {
  const display = await startDisplay()
  const desktop = await startDesktop({ display })
  const service = await startPracticeService()
  await service.state.addUser({ ...ANA, name: 'Ana' })
  seed(service, ANA.email, sessions)
  const folders = { app: root, bare: join(root, 'test', 'bench', 'bare') }
  let profiles = 0

  const launch: BenchHarness['launch'] = (what, profile, args = [`--server=${service.baseUrl}`]) =>
    startApp({ runtime, desktop, root: folders[what], profile, colorScheme: null, withoutNetLog: true }, args)
  return {
    runtime,
    desktop,
    service,
    folders,
    newProfile: () => join(desktop.folder, `profile-${profiles++}`),
    launch,
    async signInOn(profile) {
      const app = await launch('app', profile)
      await signIn(await app.window(), ANA)
      await waitForSessions(await app.window())
      await app.evidence()
    },
    async stop() {
      await service.close()
      await desktop.stop()
      await display.stop()
    },
  }
}
