import type { Page } from '@playwright/test'
import { violations } from '../support/checks/axe.ts'
import { test as ownApp } from '../support/fixture.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, waitForSessions, openSessions, chooseInMenu, refresh } from '../support/page-actions.ts'

const BRUNO = { email: 'bruno@example.com', password: 'another good password' }
const HOUR = 3_600_000

test.use({ ana: { timezone: 'America/Sao_Paulo' } })
test.beforeEach(async ({ service }) => {
  service.state.addSession(ANA.email, { name: 'iPhone', lastUsedAt: Date.now() - HOUR })
})

const notice = (page: Page) => page.getByText(/^New sign-in|^\d+ new sign-ins/)
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const pages = (page: Page) => page.getByRole('link', { name: 'Sessions', exact: true })

test('alerts once, within one poll, about a sign-in made elsewhere, in the list and on every page', async ({
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

ownApp(
  'ends a foreign sign-in from the alert, and after a restart raises one only for a new one',
  async ({ launch, service }) => {
    const first = await launch()
    const page = await first.window()
    await openSessions(page, ANA)
    service.state.addSession(ANA.email, { name: 'Unknown phone', lastUsedAt: Date.now() })
    await refresh(page)
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await expect(page.getByText('Ended Unknown phone')).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
    await first.quit()

    service.state.addSession(ANA.email, { name: 'Signed in meanwhile', lastUsedAt: null })
    const again = await (await launch()).window()
    await waitForSessions(again)
    await expect(again.getByText('New sign-in: Signed in meanwhile')).toBeVisible()
    await again.getByRole('button', { name: 'It was me', exact: true }).click()
    await expect(notice(again)).toHaveCount(0)
  },
)

test('asks about a sign-in with the name of a session unused for weeks', async ({ page, service }) => {
  const { state } = service
  const name = 'Kitchen tablet'
  const old = state.addSession(ANA.email, { name, lastUsedAt: Date.now() - 21 * 24 * HOUR })
  await openSessions(page, ANA)
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

test("the app's own sign-ins and renewals raise no alert, also with another account", async ({
  page,
  service,
}) => {
  await service.state.addUser({ ...BRUNO, name: 'Bruno' })
  await openSessions(page, ANA)
  await page.getByRole('button', { name: 'Renew now' }).click()
  await expect(page.getByText('This sign-in was renewed')).toBeVisible()

  for (const person of [BRUNO, ANA]) {
    await chooseInMenu(page, 'Add account')
    await openSessions(page, person)
    await refresh(page)
  }
  await expect(notice(page)).toHaveCount(0)

  service.state.addSession(BRUNO.email, { name: 'Pixel 8', lastUsedAt: Date.now() })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitemradio', { name: 'Bruno' }).click()
  await waitForSessions(page)
  await refresh(page)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitemradio', { name: 'Ana' }).click()
  await expect(page.getByText('New sign-in to Bruno: Pixel 8')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveAccessibleDescription(
    /1 new sign-in in other accounts/,
  )
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(row(page, 'Pixel 8')).toContainText('New')
})

test('the sign-ins that verify a password change raise no alert', async ({ page, service }) => {
  service.faults.add({ kind: 'reset', when: 'after', endpoint: 'POST /auth/password/change' })
  // The probe that succeeds stays in the list for a while.
  service.faults.add({ kind: 'reset', when: 'before', endpoint: 'POST /auth/logout' })
  await openSessions(page, ANA)
  await page.getByRole('link', { name: 'Password' }).click()
  await page.getByLabel('Current password', { exact: true }).fill(ANA.password)
  await page.getByLabel('New password', { exact: true }).fill('a better battery staple')
  await page.getByLabel('Confirm new password', { exact: true }).fill('a better battery staple')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('button', { name: 'Find out' }).first().click()
  await expect(page.getByText(/The password of Ana was changed/)).toBeVisible()
  expect(service.countRequests('POST /auth/login')).toBe(3)
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('row', { name: /Password changed/ })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await expect(page.getByText('password check')).toHaveCount(0)
})

test.describe('with the clock of the service 3 hours ahead', () => {
  test.use({ serviceOptions: { clockSkewMs: 3 * HOUR } })
  test('nothing is in the future', async ({ page, service }) => {
    await openSessions(page, ANA)
    service.state.addSession(ANA.email, { name: 'Firefox on Ubuntu' })
    await refresh(page)
    await expect(page.getByText(/^Signed in just now\./)).toBeVisible()
    await expect(row(page, 'Firefox on Ubuntu')).toContainText(/just now/i)
    await expect(page.getByText(/\bin \d+ (minute|hour)/)).toHaveCount(0)
    await page.getByRole('link', { name: 'Activity' }).click()
    const timeText = await page
      .getByRole('row', { name: /New sign-in/ })
      .locator('th')
      .textContent()
    const time = new Intl.DateTimeFormat('en', {
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      timeZone: 'America/Sao_Paulo',
    }).formatToParts(service.state.now())
    const hour = time.find(({ type }) => type === 'hour')?.value
    expect(timeText).toMatch(new RegExp(`\\b${hour}:`))
  })
})
