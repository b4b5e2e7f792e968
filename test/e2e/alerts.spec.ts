import type { Page } from '@playwright/test'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, openSessions, refresh } from '../support/page-actions.ts'

const HOUR = 3_600_000

test.use({ ana: {} })
test.beforeEach(async ({ service }) => {
  service.state.addSession(ANA.email, { name: 'iPhone', lastUsedAt: Date.now() - HOUR })
})

const notice = (page: Page) => page.getByText(/^New sign-in|^\d+ new sign-ins/)
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const pages = (page: Page) => page.getByRole('link', { name: 'Sessions', exact: true })

test('alerts once, within one poll, about a sign-in made elsewhere, in the list and on every page, and asks about one that may be a renewal', async ({
  page,
  service,
}) => {
  await openSessions(page, ANA)
  await page.getByRole('link', { name: 'Settings' }).click()
  service.state.addSession(ANA.email, { name: 'Firefox on Ubuntu', lastUsedAt: Date.now() })
  await expect(page.getByText('New sign-in: Firefox on Ubuntu')).toBeVisible()
  await expect(pages(page)).toHaveAccessibleDescription('1 new sign-in')
  expect(await violations(page), 'notice').toEqual([])
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(row(page, 'Firefox on Ubuntu')).toContainText('New')
  await expect(row(page, 'iPhone')).not.toContainText('New')
  await expect(row(page, 'Firefox on Ubuntu')).toBeFocused()
  expect(await violations(page), 'list').toEqual([])

  await page.getByRole('button', { name: 'It was me: Firefox on Ubuntu' }).click()
  await expect(notice(page)).toHaveCount(0)
  await refresh(page)
  await expect(row(page, 'Firefox on Ubuntu')).not.toContainText('New')
  await expect(notice(page)).toHaveCount(0)
})
