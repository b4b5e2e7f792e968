import type { TestApp } from '../support/app.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, rows, openSessions } from '../support/page-actions.ts'

const LIST = 'GET /auth/sessions'
const DELETE = 'DELETE /auth/sessions/{id}'
const HOUR = 3_600_000

/** Sets the clock that the main process sees. */
function setClock(app: TestApp, by: number): Promise<void> {
  return app.inMain((_electron, ms) => {
    const { now } = Date
    Date.now = () => now() + ms
  }, by)
}

test.use({ ana: {} })
test.beforeEach(async ({ service }) => {
  service.state.addSession(ANA.email, { name: 'Old phone' })
})

test(
  'with the clock set forward an end can be undone for the full 5 seconds; with it set back the list stays fresh, and a rate limit ends at the time the service gave',
  { tag: '@long' },
  async ({ app, page, service }) => {
    await openSessions(page, ANA)
    const clicked = Date.now()
    await page.getByRole('button', { name: 'End Old phone' }).click()
    await setClock(app, 5 * HOUR)
    // Any change makes the app check its pending ends.
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('radio', { name: 'Dark' }).click()
    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    await expect.poll(() => service.countRequests(DELETE)).toBe(1)
    const sent = service.requests.find(({ method }) => method === 'DELETE')?.at ?? NaN
    expect(sent - clicked).toBeGreaterThanOrEqual(5_000)

    await setClock(app, -10 * HOUR)
    const before = service.countRequests(LIST)
    await expect.poll(() => service.countRequests(LIST)).toBeGreaterThan(before)

    service.faults.add({
      kind: 'status',
      status: 429,
      endpoint: LIST,
      calls: { first: 1 },
      headers: { 'retry-after': '4' },
    })
    const asked = service.countRequests(LIST)
    await expect.poll(() => service.countRequests(LIST)).toBe(asked + 1)
    await setClock(app, -5 * HOUR)
    service.state.addSession(ANA.email, { name: 'New tablet' })
    await expect(rows(page).filter({ hasText: 'New tablet' })).toBeVisible()
  },
)
