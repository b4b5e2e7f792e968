import type { Page } from '@playwright/test'
import { startOddService, type OddService } from '../support/odd-service.ts'
import { enter, expect, invokeActive, test as base } from './fixture.ts'
import { DRIP, hostileCases, redirects, type HostileCase } from './hostile/cases.ts'
import { listBody } from './hostile/responses.ts'
import { inMB, measureMain } from './main-memory.ts'
import { report } from './report.ts'
import { IS_FULL, scale } from './scale.ts'

/** The allowed growth of main's memory after the test, bytes: a bound for a leak, not a budget. */
const MAX_GROWTH = 20_000_000

const LIST = 'GET /auth/sessions'
const USUAL = { text: listBody([{}]), headers: { 'content-type': 'application/json' } }

const test = base.extend<{ otherHost: OddService }>({
  // Not tolerated: the network log shows requests to it as well.
  otherHost: async ({}, use) => {
    const otherHost = await startOddService()
    await use(otherHost)
    await otherHost.close()
  },
})

test('hostile service', async ({ launch, odd, otherHost }) => {
  test.setTimeout(IS_FULL ? 300_000 : 90_000)
  odd.answer(LIST, USUAL)
  const app = await launch(`--server=${odd.baseUrl}`)
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
    await runCase(page, odd, hostile).catch((error: unknown) => {
      violations.push(`${hostile.name}: ${String(error).split('\n').slice(0, 12).join(' ')}`)
    })
    odd.answer(LIST, USUAL)
    await invokeActive(page, 'session:refresh')
    await expect(page.getByText('May be out of date')).toHaveCount(0)
  }

  const after = await measureMain(app)
  const state = await app.inMain(() => 'polluted' in {})
  const peakBytes = await app.inMain(() => (globalThis as unknown as { peakBytes: number }).peakBytes)
  const pageState = await page.evaluate(() => 'polluted' in {} || 'polluted' in window)
  const cookies = odd.requests.filter(({ headers }) => headers.cookie !== undefined).length
  const statuses = await page.evaluate(async () => {
    const answer = await window.sessionDesk.invoke('appState:get')
    return answer.ok ? answer.value.accounts.map(({ status }) => status) : []
  })
  await report(
    {
      part: 'hostile service',
      figures: {
        cases: cases.length,
        'redirects followed': otherHost.requests.length,
        'MB in main before': inMB(before.heapBytes),
        'MB after': inMB(after.heapBytes),
      },
      violations: [
        ...violations,
        ...(otherHost.requests.length > 0 ? ['a redirect was followed'] : []),
        ...(cookies > 0 ? [`${cookies} requests had a cookie`] : []),
        ...(state || pageState ? ['a prototype was changed, or markup ran'] : []),
        ...(statuses.join() === 'signedIn' ? [] : ['the account was signed out']),
        ...(after.heapBytes - before.heapBytes > MAX_GROWTH ? ['main keeps what it was sent'] : []),
      ],
    },
    { 'MB resident at most': inMB(peakBytes) },
  )
})

/** Sends one hostile reply; checks the window's message, and that the window still responds meanwhile. */
async function runCase(page: Page, odd: OddService, { how, says }: HostileCase): Promise<void> {
  const before = odd.count(LIST)
  odd.answer(LIST, { write: how })
  const refreshed = invokeActive(page, 'session:refresh')
  await expect.poll(() => odd.count(LIST)).toBeGreaterThan(before)
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
