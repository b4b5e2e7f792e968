import type { Page } from '@playwright/test'
import { ANA, enter, expect, invokeActive, test as base } from './fixture.ts'
import { DRIP, hostileCases, redirects, type HostileCase } from './hostile/cases.ts'
import { startHostileProxy, type HostileProxy } from './hostile/hostile-proxy.ts'
import { inMB, measureMain } from './main-memory.ts'
import { report } from './report.ts'
import { IS_FULL, scale } from './scale.ts'

/** The allowed growth of main's memory after the test, bytes: a bound for a leak, not a budget. */
const MAX_GROWTH = 20_000_000

const test = base.extend<{ hostileProxy: HostileProxy; otherHost: HostileProxy }>({
  hostileProxy: async ({ service, tolerate }, use) => {
    const hostileProxy = await startHostileProxy(service.origin)
    tolerate.origins(hostileProxy.origin)
    await use(hostileProxy)
    await hostileProxy.close()
  },
  // Not tolerated: the network log shows requests to it as well.
  otherHost: async ({}, use) => {
    const otherHost = await startHostileProxy(null)
    await use(otherHost)
    await otherHost.close()
  },
})

test('hostile service', async ({ launch, service, hostileProxy, otherHost }) => {
  test.setTimeout(IS_FULL ? 300_000 : 90_000)
  service.state.addSession(ANA.email, { name: 'iPhone' })
  const app = await launch(`--server=${hostileProxy.baseUrl}`)
  const page = await enter(app)
  // Records main's peak memory from now on.
  await app.inMain(() => {
    const peak = globalThis as unknown as { peakBytes: number }
    peak.peakBytes = 0
    setInterval(() => (peak.peakBytes = Math.max(peak.peakBytes, process.memoryUsage.rss())), 20)
  })
  const before = await measureMain(app)

  const violations: string[] = []
  const cases = [
    ...redirects(otherHost.origin),
    ...hostileCases({
      mib: scale({ full: 1024, small: 64 }),
      many: scale({ full: 2_000_000, small: 100_000 }),
    }),
    ...(IS_FULL ? [DRIP] : []),
  ]
  for (const hostile of cases) {
    await runCase(page, hostileProxy, hostile).catch((error: unknown) => {
      violations.push(`${hostile.name}: ${String(error).split('\n').slice(0, 12).join(' ')}`)
    })
    hostileProxy.respondWith(null)
    await invokeActive(page, 'session:refresh')
    await expect(page.getByText('May be out of date')).toHaveCount(0)
  }

  const after = await measureMain(app)
  const state = await app.inMain(() => 'polluted' in {})
  const peakBytes = await app.inMain(() => (globalThis as unknown as { peakBytes: number }).peakBytes)
  const pageState = await page.evaluate(() => 'polluted' in {} || 'polluted' in window)
  const cookies = hostileProxy.received.filter(({ cookie }) => cookie !== undefined).length
  await report(
    {
      part: 'hostile service',
      figures: {
        cases: cases.length,
        'redirects followed': otherHost.received.length,
        'MB in main before': inMB(before.heapBytes),
        'MB after': inMB(after.heapBytes),
      },
      violations: [
        ...violations,
        ...(otherHost.received.length > 0 ? ['a redirect was followed'] : []),
        ...(cookies > 0 ? [`${cookies} requests had a cookie`] : []),
        ...(state || pageState ? ['a prototype was changed, or markup ran'] : []),
        ...(service.state.sessionsOf(ANA.email).length === 2 ? [] : ['the account was signed out']),
        ...(after.heapBytes - before.heapBytes > MAX_GROWTH ? ['main keeps what it was sent'] : []),
      ],
    },
    { 'MB resident at most': inMB(peakBytes) },
  )
})

/** Sends one hostile reply; checks the window's message, and that the window still responds meanwhile. */
async function runCase(page: Page, hostileProxy: HostileProxy, { how, says }: HostileCase): Promise<void> {
  let requestCount = 0
  hostileProxy.respondWith((response, request) => {
    requestCount++
    return how(response, request)
  })
  const refreshed = invokeActive(page, 'session:refresh')
  await expect.poll(() => requestCount).toBeGreaterThan(0)
  // Main answers the window, whatever it is busy with.
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
