import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixture.ts'
import { ANA, rows, waitForSessions, openSessions } from '../support/page-actions.ts'

const DAY = 86_400_000
const UA = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The names in the list by sign-in time, the oldest first. */
async function names(page: Page): Promise<string[]> {
  const all = await rows(page).locator('th bdi').allTextContents()
  return all.filter((name) => name.startsWith('Firefox')).sort()
}

test('a number among equal names stays with its session, after a restart and after others end', async ({
  launch,
  service,
}) => {
  const { state } = service
  await state.addUser({ ...ANA, name: 'Ana' })
  const ids = [9, 8, 7, 6].map(
    (days) =>
      state.addSession(ANA.email, {
        name: UA,
        createdAt: Date.now() - days * DAY,
        lastUsedAt: Date.now() - days * 3_600_000,
      }).id,
  )
  const first = await launch()
  const page = await first.window()
  await openSessions(page, ANA)
  expect(await names(page)).toEqual([
    'Firefox on Ubuntu',
    'Firefox on Ubuntu (2)',
    'Firefox on Ubuntu (3)',
    'Firefox on Ubuntu (4)',
  ])
  state.revokeSession(ids[1] ?? 0)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rows(page)).toHaveCount(4)
  await first.quit()

  const second = await launch()
  const again = await second.window()
  await waitForSessions(again)
  await expect
    .poll(() => names(again))
    .toEqual(['Firefox on Ubuntu', 'Firefox on Ubuntu (3)', 'Firefox on Ubuntu (4)'])
  // Only the name of the ended session is in the history.
  state.addSession(ANA.email, { name: UA })
  await again.getByRole('button', { name: 'Refresh' }).click()
  await expect(again.getByText('New sign-in: Firefox on Ubuntu (5)')).toBeVisible()
  await expect(rows(again).filter({ hasText: 'Firefox on Ubuntu (5)' })).toHaveCount(1)

  await again.getByRole('button', { name: 'End all others' }).click()
  const plan = again.getByRole('alertdialog')
  await expect(plan.getByRole('listitem')).toHaveText([/\(4\)$/, /\(3\)$/, 'Firefox on Ubuntu', /\(5\)$/])
  await again.getByRole('button', { name: 'Cancel' }).click()

  await again.getByRole('link', { name: 'Activity' }).click()
  await expect(again.getByRole('row', { name: /Ended\s+Firefox on Ubuntu \(2\)/ })).toBeVisible()
  await expect(again.getByRole('row', { name: /New sign-in\s+Firefox on Ubuntu \(5\)/ })).toBeVisible()
  await again.getByRole('button', { name: 'Charts' }).click()
  await again.getByRole('radio', { name: 'Table' }).click()
  await expect(again.getByRole('row', { name: /Firefox on Ubuntu \(2\).*Elsewhere/ }).first()).toBeVisible()
  await second.quit()

  // The alert's session has no other data yet.
  const third = await launch()
  const last = await third.window()
  await expect(last.getByText('New sign-in: Firefox on Ubuntu (5)')).toBeVisible()
})
