import type { Page } from '@playwright/test'
import { expect, test } from '../support/shared-app.ts'
import { openOdd } from '../support/page-actions.ts'

const DAY = 86_400_000
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()

test('a reused id is another session: raises an alert, and shows no data of the first one', async ({
  launch,
  odd,
}) => {
  odd.lists({ id: 2, name: 'Phone', created_at: ago(9 * DAY) })
  const page = await openOdd(launch, odd)
  await page.getByRole('button', { name: 'Phone', exact: true }).click()
  await page.getByLabel('Name on this computer').fill('My own phone')
  await page.getByLabel('Note').fill('Always mine')
  await page.keyboard.press('Escape')
  await expect(row(page, 'My own phone')).toBeVisible()

  odd.lists({ id: 2, name: 'Phone', created_at: ago(60_000) })
  await refresh(page)
  await expect(page.getByText('New, perhaps renewed: Phone (signed in ')).toBeVisible()
  await expect(row(page, 'Phone')).toContainText('New, perhaps renewed')
  await expect(page.getByRole('table').getByText('My own phone')).toHaveCount(0)
  await page.getByRole('button', { name: /^Phone \(signed in [^)]+\)$/ }).click()
  await expect(page.getByLabel('Name on this computer')).toHaveValue('')
  await expect(page.getByLabel('Note')).toHaveValue('')
})

test('never sends a queued end for another session with the same id', async ({ launch, odd }) => {
  odd.lists({ id: 2, name: 'Old phone', created_at: ago(9 * DAY) })
  const page = await openOdd(launch, odd)
  await page.getByRole('button', { name: 'End Old phone' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  odd.lists({ id: 2, name: 'New laptop', created_at: ago(1_000) })
  await refresh(page)
  await expect(page.getByText('Old phone is no longer signed in')).toBeVisible()
  await expect(row(page, 'New laptop')).toContainText('New')
  await expect(page.getByRole('button', { name: 'End New laptop' })).toBeEnabled()
  expect(odd.count('DELETE /auth/sessions/{id}')).toBe(0)
})
