import { DAY_MS } from '../../electron/shared/dates.ts'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, openSessions, refresh, rows, seed } from '../support/page-actions.ts'

test.use({ ana: {} })

test('shows thousands of sessions, and renders only the rows in view', async ({ page, service }) => {
  seed(service, ANA.email, 2_000)
  service.state.addSession(ANA.email, { name: 'The very last', createdAt: 1, lastUsedAt: 1 })
  await openSessions(page, ANA)
  await expect(page.getByText('2,002 sessions')).toBeVisible()
  const table = page.getByRole('table')
  await expect(table).toHaveAttribute('aria-rowcount', '2003')
  expect(await rows(page).count()).toBeLessThan(100)

  const unused = page.getByRole('button', { name: /unused for 90 days$/ })
  await unused.click()
  await expect(page.getByRole('button', { name: /^End these [\d,]+…$/ })).toBeEnabled()
  expect(await violations(page), 'with a chip').toEqual([])
  await unused.click()
  await rows(page).first().focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await expect(page.locator('tbody tr:focus')).toBeInViewport()
  expect(Number(await page.locator('tbody tr:focus').getAttribute('aria-rowindex'))).toBeGreaterThan(10)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await rows(page).first().focus()
  await page.keyboard.press('End')
  await expect(page.locator('tbody tr:focus')).toHaveAttribute('aria-rowindex', '2003')
  await expect(page.locator('tbody tr:focus')).toBeInViewport()
  expect(await rows(page).count()).toBeLessThan(100)
  await page.keyboard.press('Home')
  await expect(page.locator('tbody tr:focus')).toContainText('This device')

  await page.keyboard.press('Control+A')
  await expect(page.getByText('2,001 selected')).toBeVisible()
  await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
  await expect(page.getByRole('button', { name: 'End selected' })).toBeInViewport()
  await expect(page.locator('tbody tr[aria-rowindex="2003"]')).toBeInViewport()
  await expect(page.locator('tbody tr[aria-rowindex="2003"]').getByRole('checkbox')).toBeChecked()
  expect(await violations(page), 'long list').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByLabel('Search sessions').fill('very last')
  await expect(rows(page)).toHaveText([/The very last/])
})

test('chips that have no room are behind More, and come back with it', async ({ page, service }) => {
  const add = (name: string, createdAt: number, lastUsedAt: number | null) =>
    service.state.addSession(ANA.email, { name, createdAt, lastUsedAt })
  const yearAgo = Date.now() - 365 * DAY_MS
  add('Never', yearAgo, null)
  add('Old', yearAgo, yearAgo)
  await page.setViewportSize({ width: 660, height: 520 })
  await openSessions(page, ANA)
  add('Strange Mac', Date.now(), Date.now())
  await refresh(page)
  const more = page.getByRole('group', { name: 'What needs you' }).getByRole('button', { name: /^More/ })
  const unused = page.getByRole('button', { name: /^2 unused for 90 days$/ })
  await more.click()
  await page.getByRole('menuitemradio', { name: /unused for 90 days$/ }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(unused).toBeHidden()

  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(unused).toHaveAttribute('aria-pressed', 'true')
  await expect(unused).toBeVisible()
  await expect(more).toHaveCount(0)
})
