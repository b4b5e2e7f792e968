import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { END, openWithSessions } from '../support/bulk-actions.ts'

test('axe finds nothing in the plan, the progress and the outcome', async ({ page, service }) => {
  // Enough rows that the plan renders only those in view.
  await openWithSessions(page, service, 120)
  service.faults.add({ kind: 'status', status: 403, endpoint: END, calls: { first: 1 } })
  service.faults.add({
    kind: 'status',
    status: 429,
    endpoint: END,
    calls: { nth: 20 },
    headers: { 'retry-after': '3' },
  })
  await page.getByRole('button', { name: 'End all others' }).click()
  const plan = page.getByRole('alertdialog')
  await expect(plan.getByText('Device 1', { exact: true })).toBeVisible()
  expect(await violations(page), 'the plan').toEqual([])
  await page.getByRole('region', { name: 'Sessions to be ended' }).press('End')
  await expect(plan.getByText('Device 120', { exact: true })).toBeVisible()
  await plan.getByRole('button', { name: 'End 120 sessions' }).click()
  await expect(page.getByText('The service asked for a pause', { exact: true })).toBeVisible({
    timeout: 15_000,
  })
  expect(await violations(page), 'waiting').toEqual([])
  await expect(page.getByText("1 couldn't be ended.")).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Show each session' }).click()
  expect(await violations(page), 'the outcome').toEqual([])
})
