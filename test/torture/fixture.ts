import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { assertClean } from '../support/assert-clean.ts'
import { test as base } from '../support/fixture.ts'
import { openSessions } from '../support/page-actions.ts'
import { startProbe, withProbe, type AskProbe as AskOf } from '../support/probe.ts'
import type { TortureProbe } from './probe/main.ts'
import { sayHowToRepeat } from './report.ts'
import { startToKill, type StartVictim } from './start-to-kill.ts'

export { expect } from '@playwright/test'

/** Calls a function of the probe by name, inside a real Electron. */
export type AskProbe = AskOf<TortureProbe>

interface Fixtures {
  ask: AskProbe
  startVictim: StartVictim
  repeatable: null
}

/** The user of the practice service; her password is a canary. */
export const ANA = { name: 'Ana', email: 'ana@example.com', password: 'canary-password-81c4e7' }

/** Signs ANA in; resolves with the app's page once her list is live. */
export async function enter(app: TestApp): Promise<Page> {
  const page = await app.window()
  await openSessions(page, ANA)
  return page
}

/** Sends a request for the active account, and waits for the answer. */
export function invokeActive(page: Page, name: 'account:renew' | 'session:refresh') {
  return page.evaluate(async (request) => {
    const state = await window.sessionDesk.invoke('appState:get')
    const accountId = state.ok ? (state.value.activeAccountId ?? '') : ''
    return window.sessionDesk.invoke(request, { accountId })
  }, name)
}

/**
 * The test of every part: it says how to repeat a failure. `ask` uses the app's services without a window, and `startVictim`
 * starts them to be killed.
 */
export const test = base.extend<Fixtures, { probeRoot: string }>({
  repeatable: [
    async ({}, use, testInfo) => {
      await use(null)
      if (testInfo.status !== testInfo.expectedStatus) await sayHowToRepeat(testInfo.title)
    },
    { auto: true },
  ],

  service: async ({ service }, use) => {
    await service.state.addUser(ANA)
    await use(service)
  },

  startVictim: async ({ runtime, desktop, profile, probeRoot }, use) =>
    use((...task) => startToKill({ runtime, desktop, profile, root: probeRoot }, ...task)),

  /** The probe, bundled once. */
  probeRoot: [({}, use) => withProbe('test/torture/probe/main.ts', use), { scope: 'worker' }],

  ask: async ({ runtime, desktop, profile, probeRoot, tolerate }, use, testInfo) => {
    const setup = { runtime, desktop, profile, root: probeRoot }
    const { app, ask } = await startProbe<TortureProbe>(setup)
    await use(ask)
    await assertClean([app], tolerate.declared, testInfo)
  },
})
