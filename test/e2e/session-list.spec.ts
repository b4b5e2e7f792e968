import { violations } from '../support/checks/axe.ts'
import { test as ownApp } from '../support/fixture.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, choose, rows, seed, waitForSessions, openSessions } from '../support/page-actions.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

test.use({ ana: {} })

ownApp('shows distinct names, and keeps an alias and a note', async ({ launch, service }) => {
  service.state.addSession(ANA.email, {
    name: FIREFOX,
    createdAt: Date.now() - 9 * DAY,
    lastUsedAt: Date.now(),
  })
  service.state.addSession(ANA.email, {
    name: FIREFOX,
    createdAt: Date.now() - 2 * DAY,
    lastUsedAt: Date.now(),
  })
  service.state.addSession(ANA.email, { name: 'okhttp/4.12.0', lastUsedAt: null })
  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  for (const name of ['Firefox on Ubuntu', 'Firefox on Ubuntu (2)', 'OkHttp'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Firefox on Ubuntu (2)', exact: true }).click()
  const details = page.getByRole('dialog')
  await expect(details.getByText(FIREFOX)).toBeVisible()
  await expect(details.getByText('Firefox 140.0')).toBeVisible()
  await expect(details.getByText('2 days', { exact: true })).toBeVisible()
  await details.getByLabel('Name on this computer').fill('Reception')
  await details.getByLabel('Note').fill('Below the window\nAsk Bruno')
  await expect(details.getByText('Saved on this computer')).toBeVisible()
  expect(await violations(page), 'details').toEqual([])
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Reception', exact: true })).toBeFocused()
  await page.getByLabel('Search sessions').fill('bruno')
  await expect(rows(page)).toHaveCount(1)

  await app.quit()
  const again = await (await launch()).window()
  await waitForSessions(again)
  await expect(again.getByRole('button', { name: 'End Reception' })).toBeAttached()
  await expect(again.getByRole('button', { name: 'Firefox on Ubuntu', exact: true })).toBeVisible()
  await again.evaluate(async () => {
    const { sessionDesk } = window as unknown as {
      sessionDesk: { invoke(...all: unknown[]): Promise<unknown> }
    }
    await sessionDesk.invoke('settings:update', { language: 'es' })
  })
  await expect(again.getByRole('button', { name: 'Firefox en Ubuntu', exact: true })).toBeVisible()
})

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

for (const hours of [3, -3]) {
  test.describe(`with the service's clock ${hours} hours off`, () => {
    test.use({ serviceOptions: { clockSkewMs: hours * HOUR } })
    test('nothing is in the future, and the filter is right to the day', async ({ page, service }) => {
      for (const days of [89, 90, 91]) {
        // A minute past the day: the clock is known to the second only.
        const lastUsedAt = service.state.now() - days * DAY - MINUTE
        service.state.addSession(ANA.email, { name: `Used ${days} days ago`, createdAt: 0, lastUsedAt })
      }
      await openSessions(page, ANA)
      await expect(rows(page).first()).toContainText(/just now/i)
      await choose(page, 'Filter', 'Inactive for 90 days')
      await expect(rows(page)).toHaveText([/Used 90 days ago/, /Used 91 days ago/])
    })
  })
}

test('selects by pointer and by key, and ends the selection', async ({ page, service }) => {
  seed(service, ANA.email, 6)
  await openSessions(page, ANA)
  const checks = rows(page).getByRole('checkbox')
  await expect(checks).toHaveCount(6)
  await checks.nth(1).click()
  await checks.nth(3).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
  await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(3)
  await expect(checks.nth(1)).toBeChecked()
  await expect(checks.nth(3)).toBeChecked()
  expect(await violations(page), 'selected').toEqual([])
  await page.getByRole('button', { name: 'Clear selection' }).click()

  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('Control+A')
  await expect(page.getByText('6 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'End selected' })).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('The list is up to date.')).toBeAttached()
  await expect(page.getByText('1 selected')).toBeVisible()
  const doomed = await rows(page).getByRole('checkbox', { checked: true }).getAttribute('aria-label')
  await page.getByRole('button', { name: 'End selected' }).click()
  const plan = page.getByRole('alertdialog', { name: 'End 1 session?' })
  await expect(plan.getByRole('listitem')).toHaveText([doomed?.replace('Select ', '') ?? ''])
  await plan.getByRole('button', { name: 'End 1 session' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Ended 1 session' })).toBeVisible({
    timeout: 15_000,
  })
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(1)
})
