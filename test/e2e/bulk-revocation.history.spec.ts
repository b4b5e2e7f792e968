import { expect, test } from '../support/fixture.ts'
import { revokeAll, openWithSessions } from '../support/bulk-actions.ts'

test.use({ clockSpeed: 5 })

test('records each end of a bulk revocation once, by this app, also after a kill in the middle', async ({
  launch,
  service,
}) => {
  test.setTimeout(90_000)
  const first = await launch()
  await openWithSessions(await first.window(), service, 60)
  service.faults.add({ kind: 'delay', endpoint: 'DELETE /auth/sessions/{id}', ms: 600 })
  await revokeAll(await first.window(), 60)
  await expect
    .poll(() => service.countRequests('DELETE /auth/sessions/{id}'), { timeout: 20_000 })
    .toBeGreaterThan(10)
  await first.kill()
  // An end that the service completes after the first list of the next start would not count as one by this app.
  await expect.poll(() => service.requests.every(({ ended }) => ended)).toBe(true)

  const page = await (await launch()).window()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Ended 60 sessions' })).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  const history = page.getByRole('table', { name: 'History' })
  // A heading, this sign-in and the ends; a long list renders only the rows in view.
  await expect(history).toHaveAttribute('aria-rowcount', '62')
  await expect(history.getByRole('row', { name: /Ended.*Device/ }).first()).toContainText('This app')
})
