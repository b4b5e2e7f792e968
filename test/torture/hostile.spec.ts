import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { expect, test as base } from '../support/fixture.ts'
import { waitForSessions, signIn } from '../support/page-actions.ts'
import { DRIP, hostileCases, redirects, type HostileCase } from './hostile/cases.ts'
import { startHostileProxy, type HostileProxy } from './hostile/hostile-proxy.ts'
import { inMB, measureMain } from './main-memory.ts'
import { report } from './report.ts'
import { IS_FULL, scale } from './scale.ts'

const ANA = { email: 'ana@example.com', password: 'correct horse battery' }
/** What main may hold more of once all is over, bytes: a bound for a leak, not a budget. */
const MOST_GROWTH = 20_000_000

const test = base.extend<{ hostileProxy: HostileProxy; thief: HostileProxy }>({
  hostileProxy: async ({ service, tolerate }, use) => {
    const hostileProxy = await startHostileProxy(service.origin)
    tolerate.origins(hostileProxy.origin)
    await use(hostileProxy)
    await hostileProxy.close()
  },
  // Not tolerated: whoever goes there is found in the network log as well.
  thief: async ({}, use) => {
    const thief = await startHostileProxy(null)
    await use(thief)
    await thief.close()
  },
})

test('a hostile service gets a calm sentence, and nothing else', async ({
  launch,
  service,
  hostileProxy,
  thief,
}) => {
  test.setTimeout(IS_FULL ? 300_000 : 90_000)
  await service.state.addUser({ ...ANA, name: 'Ana' })
  service.state.addSession(ANA.email, { name: 'iPhone' })
  const app = await launch(`--server=${hostileProxy.baseUrl}`)
  const page = await app.window()
  await signIn(page, ANA)
  await waitForSessions(page)
  await watchMemory(app)
  const before = await measureMain(app)

  const violations: string[] = []
  const cases = [
    ...redirects(thief.origin),
    ...hostileCases({
      mib: scale({ full: 1024, small: 64 }),
      many: scale({ full: 2_000_000, small: 100_000 }),
    }),
    ...(IS_FULL ? [DRIP] : []),
  ]
  for (const hostile of cases) {
    await face(page, hostileProxy, hostile).catch((error: unknown) => {
      violations.push(`${hostile.name}: ${String(error).split('\n').slice(0, 12).join(' ')}`)
    })
    hostileProxy.respondWith(null)
    await refresh(page)
    await expect(page.getByText('May be out of date')).toHaveCount(0)
  }

  const after = await measureMain(app)
  const state = await app.inMain(() => 'polluted' in {})
  const pageState = await page.evaluate(() => 'polluted' in {} || 'polluted' in window)
  const cookies = hostileProxy.seen.filter(({ cookie }) => cookie !== undefined).length
  await report({
    part: 'hostile service',
    figures: {
      cases: cases.length,
      'requests that followed a redirect': thief.seen.length,
      'sign-ins': service.countRequests('POST /auth/login'),
      'MB held by main before': inMB(before.held),
      'MB after': inMB(after.held),
      'MB resident at most': inMB(await mostMemory(app)),
    },
    violations: [
      ...violations,
      ...(thief.seen.length > 0 ? ['a redirect was followed'] : []),
      ...(cookies > 0 ? [`${cookies} requests had a cookie`] : []),
      ...(state || pageState ? ['a prototype was changed, or markup ran'] : []),
      ...(service.state.sessionsOf(ANA.email).length === 2 ? [] : ['somebody was signed out']),
      ...(after.held - before.held > MOST_GROWTH ? ['main keeps what it was sent'] : []),
    ],
  })
})

/** Lets the service be hostile once, looks at the window, and that it still answers meanwhile. */
async function face(page: Page, hostileProxy: HostileProxy, { how, says }: HostileCase): Promise<void> {
  let asked = 0
  hostileProxy.respondWith((response, request) => {
    asked++
    return how(response, request)
  })
  const refreshed = refresh(page)
  await expect.poll(() => asked).toBeGreaterThan(0)
  // Whatever main is busy with, it answers the window.
  expect((await page.evaluate(() => window.sessionDesk.invoke('appState:get'))).ok).toBe(true)
  await refreshed
  if (says === 'fine') await expect(page.getByText('May be out of date')).toHaveCount(0)
  else await expect(page.getByText(says)).toBeVisible()
  await expect(page.getByRole('row', { name: /This device/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /iPhone/ }).first()).toBeVisible()
  const text = await page.locator('main').innerText()
  expect(text).not.toMatch(/[\u0000-\u0008\u202a-\u202e\u2066-\u2069]|undefined|\[object|Error:|ERR_/)
  expect(text.length).toBeLessThan(2_000)
}

/** Asks for the list anew and waits until main has its answer, good or bad. */
async function refresh(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const told = await window.sessionDesk.invoke('appState:get')
    const accountId = told.ok ? (told.value.activeAccountId ?? '') : ''
    await window.sessionDesk.invoke('session:refresh', { accountId })
  })
}

/** Notes the most that main occupies from now on. */
function watchMemory(app: TestApp): Promise<void> {
  return app.inMain(() => {
    const held = globalThis as unknown as { most: number }
    held.most = process.memoryUsage.rss()
    setInterval(() => (held.most = Math.max(held.most, process.memoryUsage.rss())), 20)
  })
}

function mostMemory(app: TestApp): Promise<number> {
  return app.inMain(() => (globalThis as unknown as { most: number }).most)
}
