import { expect, test } from '../support/shared-app.ts'
import { ANA, openSessions } from '../support/page-actions.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'

test.use({ ana: { timezone: 'America/Sao_Paulo' } })

test('lists every session: this device first, never used last, names as text', async ({ page, service }) => {
  const hour = 3_600_000
  // Dates of HTTP have whole seconds: an age stands a minute after its hour.
  const ago = (hours: number): number => Date.now() - hours * hour - 60_000
  // Days change at midnight in São Paulo, 3:00 UTC, so that noon is as far from that as can be.
  const noonToday = Math.floor((Date.now() - 3 * hour) / (24 * hour)) * 24 * hour + 15 * hour
  service.state.addSession(ANA.email, { name: 'Old tablet', lastUsedAt: null })
  service.state.addSession(ANA.email, { name: HOSTILE, lastUsedAt: ago(2) })
  service.state.addSession(ANA.email, { name: 'Pixel 8', lastUsedAt: noonToday - 72 * hour })
  service.state.addSession(ANA.email, { name: 'Ahead of time', lastUsedAt: Date.now() + 5 * hour })
  await openSessions(page, ANA)
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(6)
  await expect(rows.nth(1)).toContainText('This device')
  await expect(rows.nth(1).getByRole('button', { name: /^End / })).toHaveCount(0)
  await expect(rows.nth(2)).toContainText('Ahead of time')
  await expect(rows.nth(2)).toContainText(/just now/i)
  await expect(rows.nth(3)).toContainText(HOSTILE)
  await expect(rows.nth(3)).toContainText('2 hours ago')
  await expect(rows.nth(4)).toContainText('3 days ago')
  await expect(rows.nth(5)).toContainText('Never used')
  expect(await page.locator('img[src="x"]').count()).toBe(0)
})

test('ends one: 5 seconds to undo, then exactly one DELETE with the right bearer', async ({
  page,
  service,
}) => {
  const doomed = service.state.addSession(ANA.email, {
    name: 'Firefox on Ubuntu',
    lastUsedAt: Date.now() - 60_000,
  })
  const kept = service.state.addSession(ANA.email, { name: 'iPhone', lastUsedAt: Date.now() - 120_000 })
  await openSessions(page, ANA)
  const bearer = service.requests.find(({ endpoint }) => endpoint === 'GET /auth/sessions')?.bearer

  await page.getByRole('button', { name: 'End iPhone' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Ending iPhone')).toHaveCount(0)

  await page.getByRole('button', { name: 'End Firefox on Ubuntu' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(service.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  await expect(page.getByText('Ended Firefox on Ubuntu')).toBeVisible()
  await expect(page.getByRole('row', { name: /Firefox on Ubuntu/ })).toHaveCount(0)

  const deletes = service.requests.filter(({ method }) => method === 'DELETE')
  expect(deletes.map(({ path, bearer: used }) => [path, used])).toEqual([
    [`/api/v1/auth/sessions/${doomed.id}`, bearer],
  ])
  expect(service.state.sessionsOf(ANA.email).map(({ id }) => id)).toContain(kept.id)
})
