import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from '../support/app.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, rows, signInAndQuit, openSessions } from '../support/page-actions.ts'

const LIST = 'GET /auth/sessions'
const DELETE = 'DELETE /auth/sessions/{id}'
const HOUR = 3_600_000
const DAY = 24 * HOUR

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
  'with the clock set back by hours the list stays fresh, and a rate limit ends at the time the service gave',
  { tag: '@long' },
  async ({ app, page, service }) => {
    await openSessions(page, ANA)
    await setClock(app, -5 * HOUR)
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

test('a queued end keeps its age while the clock is wrong, and is sent once', async ({
  launch,
  profile,
  service,
}) => {
  await signInAndQuit(launch, ANA)
  await service.goOffline()
  const second = await launch()
  await (await second.window()).getByRole('button', { name: 'End Old phone' }).click()
  await (await second.window()).getByText('Ends when online').waitFor()
  await second.quit()
  const folder = join(profile, 'accounts')
  const path = join(
    folder,
    (await readdir(folder)).find((name) => name.startsWith('ledger-'))!,
  )
  const stored = JSON.parse(await readFile(path, 'utf8')) as { batches: { since: number }[] }
  for (const batch of stored.batches) batch.since -= 6.5 * DAY
  await writeFile(path, JSON.stringify(stored))

  // The second start in a row without the service shows it too.
  const third = await launch()
  const page = await third.window()
  const row = rows(page).filter({ hasText: 'Old phone' })
  await expect(row).toContainText('Ends when online')
  const since = async (): Promise<number | undefined> =>
    (JSON.parse(await readFile(path, 'utf8')) as typeof stored).batches[0]?.since
  const before = await since()
  for (const days of [1, -2, 1]) {
    await setClock(third, days * DAY)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toContainText('Ends when online')
    expect(await since()).toBe(before)
  }
  // Its age is by the clock of the service.
  await setClock(third, DAY)
  await service.goOnline()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Ended Old phone')).toBeVisible()
  expect(service.countRequests(DELETE)).toBe(1)
})

test('with the clock set forward an end can be undone for the full 5 seconds', async ({
  app,
  page,
  service,
}) => {
  await openSessions(page, ANA)
  const asked = Date.now()
  await page.getByRole('button', { name: 'End Old phone' }).click()
  await setClock(app, 5 * HOUR)
  // Any change makes the app check its pending ends.
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect.poll(() => service.countRequests(DELETE)).toBe(1)
  const sent = service.requests.find(({ method }) => method === 'DELETE')?.at ?? NaN
  expect(sent - asked).toBeGreaterThanOrEqual(5_000)
})
