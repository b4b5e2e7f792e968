import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Page, TestInfo } from '@playwright/test'
import type { Settings } from '../../electron/shared/settings.ts'
import { startApp, type TestApp } from './app.ts'
import { findProblems, type Evidence, type Tolerance } from './checks/problems.ts'
import { startDesktop, type Desktop } from './desktop/desktop.ts'
import { test as base, type PracticeService } from './fixture.ts'
import { projectRoot } from './project-root.ts'
import type { Runtime } from './runtime/pinned.ts'

/** Bounds what one app collects, and is below the number of addresses that a worker's services take before they repeat. */
const MAX_TESTS = 60
/** A speed at which nobody waits long, and a click still comes in time to undo. */
const CLOCK_SPEED = 3

/** One app for the short tests of a worker. */
function createSharedApp(runtime: Runtime, desktop: Desktop) {
  const allowed: { errors: RegExp[]; origins: string[] } = { errors: [], origins: [] }
  let running: Awaited<ReturnType<typeof start>> | null = null
  let seen = { stderr: 0, recorded: 0 }

  async function start() {
    const profile = join(desktop.folder, `profile-${Date.now()}`)
    const root = projectRoot()
    const setup = { runtime, desktop, root, profile, colorScheme: null, clockSpeed: CLOCK_SPEED }
    const app = await startApp(setup, [])
    seen = { stderr: 0, recorded: 0 }
    const page = await app.window()
    // The settings without the server, which only a sign-in sets.
    return { app, page, size: await sizeOf(page), settings: await page.evaluate(readSettings), tests: 0 }
  }

  async function stop(): Promise<void> {
    const problems = running ? findProblems(await running.app.evidence(), allowed) : []
    running = null
    if (problems.length > 0) throw new Error(`The shared app misbehaved:\n${problems.join('\n')}`)
  }

  return {
    /** The app as after its first start: no account, and the default settings; its sign-in form has this address. */
    async lend(server: string): Promise<TestApp> {
      if (running?.tests === MAX_TESTS) await stop()
      running ??= await start()
      running.tests += 1
      const { app, page } = running
      // A page that has forgotten what it showed.
      await page.reload()
      await app.window()
      await page.getByLabel('Server address').fill(server)
      return app
    },
    /** Allows this until the app ends: its network log is complete only then. */
    allow({ errors, origins }: Tolerance): void {
      allowed.errors.push(...errors)
      allowed.origins.push(...origins)
    },
    /** Removes what a test left, while its service still runs; the problems of the app since it was lent. */
    async takeBack(service: PracticeService, tolerance: Tolerance): Promise<string[]> {
      if (!running) throw new Error('No app was lent')
      const { app, page, size, settings } = running
      service.faults.clear()
      await service.goOnline()
      await page.evaluate(removeAll, settings)
      if (!isDeepStrictEqual(size, await sizeOf(page))) await page.setViewportSize(size)
      const media = { colorScheme: null, contrast: null, forcedColors: null, reducedMotion: null }
      await page.emulateMedia(media)
      const { stderr, recorded, ...rest } = await app.evidenceSoFar()
      const fresh: Evidence = {
        ...rest,
        stderr: stderr.slice(seen.stderr),
        recorded: recorded.slice(seen.recorded),
      }
      seen = { stderr: stderr.length, recorded: recorded.length }
      return findProblems(fresh, tolerance)
    },
    stop,
  }
}

/**
 * Playwright's test for what needs no app of its own: no restart, no quit, no other keyring, theme or language of the
 * desktop. `page` is the window of an app that the tests of a worker share; each has a service of its own.
 */
export const test = base.extend<object, { sharedApp: ReturnType<typeof createSharedApp> }>({
  sharedApp: [
    async ({ runtime, display }, use) => {
      const desktop = await startDesktop({ display })
      const sharedApp = createSharedApp(runtime, desktop)
      await use(sharedApp)
      await sharedApp.stop().finally(desktop.stop)
    },
    { scope: 'worker' },
  ],

  launch: async ({ sharedApp, service, tolerate }, use, testInfo) => {
    let lent: TestApp | null = null as TestApp | null
    await use(async (...args) => {
      const server = args[0]?.replace(/^--server=/, '') ?? service.baseUrl
      if (lent || args.length > 1 || server === args[0]) return refuse()
      lent = await sharedApp.lend(server)
      return { ...lent, quit: refuse, kill: refuse, startAgain: refuse }
    })
    sharedApp.allow(tolerate.declared)
    // A failed test ends its worker, and this app with it.
    if (!lent || hasFailed(testInfo)) return
    const problems = await sharedApp.takeBack(service, tolerate.declared)
    if (problems.length > 0) throw new Error(`The app misbehaved:\n${problems.join('\n')}`)
  },
})

function refuse(): Promise<never> {
  return Promise.reject(new Error('A test that starts or ends the app itself takes its test from fixture.ts'))
}

function sizeOf(page: Page): Promise<{ width: number; height: number }> {
  return page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
}

function hasFailed({ status, expectedStatus }: TestInfo): boolean {
  return status !== expectedStatus
}

// These travel to the page as text: they may use nothing from this file.
async function readSettings(): Promise<Omit<Settings, 'server'>> {
  const answer = await window.sessionDesk.invoke('appState:get')
  if (!answer.ok) throw new Error('The state cannot be read')
  const { server: _server, ...settings } = answer.value.settings
  return settings
}

async function removeAll(settings: Omit<Settings, 'server'>): Promise<void> {
  const { sessionDesk } = window
  const read = async () => {
    const answer = await sessionDesk.invoke('appState:get')
    if (!answer.ok) throw new Error('The state cannot be read')
    return answer.value
  }
  for (const { id } of (await read()).accounts) await sessionDesk.invoke('account:signOut', { accountId: id })
  for (const { id } of (await read()).unconfirmedSessions)
    await sessionDesk.invoke('unconfirmedSession:dismiss', { id })
  await sessionDesk.invoke('settings:update', settings)
  // As it goes, the page stores how it was left; this comes after that.
  addEventListener('pagehide', () => void sessionDesk.invoke('view:update', { view: null }))
  const { accounts } = await read()
  if (accounts.length > 0) throw new Error('An account could not be removed')
}

export { expect, type PracticeService } from './fixture.ts'
