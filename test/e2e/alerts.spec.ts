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
  const { state } = service
  const name = 'Kitchen tablet'
  const old = state.addSession(ANA.email, { name, lastUsedAt: Date.now() - 21 * 24 * HOUR })
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

  // A sign-in with the name of a session unused for weeks may be its renewal.
  state.revokeSession(old.id)
  state.addSession(ANA.email, { name, lastUsedAt: state.now(), createdAt: state.now() })
  await refresh(page)
  await expect(page.getByText(`New, perhaps renewed: ${name}`)).toBeVisible()
  await expect(row(page, name)).toContainText('New, perhaps renewed')
  expect(await violations(page), 'notice and list').toEqual([])
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(row(page, `New, perhaps renewed.*${name}`)).toBeVisible()
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await page.getByRole('button', { name: `It was me: ${name}` }).click()
  await expect(page.getByText('New, perhaps renewed')).toHaveCount(0)
  await expect(row(page, name)).toHaveCount(1)
})
