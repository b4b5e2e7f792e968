import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, choose, rows, seed, openSessions } from '../support/page-actions.ts'

test.use({ ana: {} })

test('searches, sorts, groups and filters', async ({ page, service }) => {
  seed(service, ANA.email, 14)
  await openSessions(page, ANA)
  await page.getByLabel('Search sessions').fill('chrome windows')
  // Edge's user agent contains "Chrome".
  await expect(page.getByText('3 of 15 sessions')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Search sessions').press('Escape')
  await expect(rows(page)).toHaveCount(15)

  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).nth(0)).toContainText('This device')
  await expect(rows(page).nth(1)).toContainText('Chrome on Windows')
  await expect(rows(page).nth(14)).toContainText('Session Desk on Windows')

  await choose(page, 'Group', 'By platform')
  await expect(rows(page).nth(0)).toContainText('This device')
  await expect(rows(page).nth(1)).toHaveText(/^\s*Android\s*2\s*$/)
  expect(await violations(page), 'grouped').toEqual([])
  await choose(page, 'Group', 'No groups')

  await choose(page, 'Filter', 'Never used')
  await expect(rows(page)).toHaveText([/Old tablet/])
  await choose(page, 'Filter', 'Inactive for 90 days')
  await expect(rows(page)).toHaveCount(4)
  await choose(page, 'Filter', 'Inactive for a custom number of days…')
  await page.getByLabel('Days of inactivity').fill('200')
  await expect(rows(page)).toHaveCount(2)
  expect(await violations(page), 'filtered').toEqual([])
  await page.getByLabel('Days of inactivity').fill('3650')
  await page.getByRole('button', { name: 'Show all sessions' }).click()
  await expect(rows(page)).toHaveCount(15)
})
