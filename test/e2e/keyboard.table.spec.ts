import type { Page } from '@playwright/test'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { inDock, ANA, rows, seed, openSessions } from '../support/page-actions.ts'

const row = (page: Page, name: string) => rows(page).filter({ hasText: name })

test.use({ ana: {} })
test.beforeEach(async ({ service, page }) => {
  for (const [index, name] of ['iPhone', 'Old tablet', 'Kiosk'].entries())
    service.state.addSession(ANA.email, { name, lastUsedAt: Date.now() - (index + 1) * 60_000 })
  await openSessions(page, ANA)
})

test('Tab stops once in the table, the arrow keys reach everything in it, and Delete ends the row, with Undo', async ({
  page,
  service,
}) => {
  await page.getByLabel('Search sessions').focus()
  await page.keyboard.press('Tab')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('table') === null)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await expect(rows(page).first()).toBeFocused()

  await page.keyboard.press('ArrowDown')
  for (const [role, name] of [
    ['checkbox', 'Select iPhone'],
    ['button', 'iPhone'],
    ['button', 'End iPhone'],
  ] as const) {
    await page.keyboard.press('ArrowRight')
    const control = page.getByRole(role, { name, exact: true })
    await expect(control).toBeFocused()
    await expect(control).not.toHaveCSS('outline-style', 'none')
  }
  await page.keyboard.press('Home')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')

  const search = page.getByLabel('Search sessions')
  await search.fill('iph')
  await search.press('ArrowDown')
  await expect(row(page, 'iPhone')).toBeFocused()
  await page.keyboard.press('Delete')
  await inDock(page, 'Undo').waitFor()
  await expect(row(page, 'iPhone')).toBeFocused()
  await page.keyboard.press('Control+Z')
  await expect(page.getByText('iPhone stays signed in')).toBeVisible()
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(0)

  await search.fill('')
  await row(page, 'This device').focus()
  await page.keyboard.press('Delete')
  await row(page, 'Kiosk').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Ended Kiosk')).toBeVisible()
  expect(service.state.sessionsOf(ANA.email).map(({ name }) => name)).not.toContain('Kiosk')
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(1)
  // The focus moved on to another row.
  await expect(page.locator('tbody tr:focus')).toHaveCount(1)
})

test('the head selects all and stays, and Delete opens the plan of the selection', async ({
  page,
  service,
}) => {
  seed(service, ANA.email, 40)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('44 sessions')).toBeVisible()
  const all = page.getByRole('checkbox', { name: 'Select all' })
  await all.click()
  await expect(page.getByText('43 selected')).toBeVisible()
  await rows(page).getByRole('checkbox').nth(3).click()
  expect(await all.evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true)
  const [head, bar] = [page.getByRole('columnheader', { name: 'Last used' }), page.getByText('42 selected')]
  await expect(head).toBeInViewport()
  await expect(bar).toBeInViewport()
  expect(await violations(page), 'a selection').toEqual([])
  await page.locator('main').evaluate((main) => main.scrollTo(0, 600))
  await expect(head).toBeInViewport()
  await expect(bar).toBeInViewport()

  await page.keyboard.press('Escape')
  await rows(page).nth(1).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  const plan = page.getByRole('alertdialog', { name: 'End 2 sessions?' })
  await expect(plan.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows(page).nth(2)).toBeFocused()
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(0)
})

test('Enter a moment late, after Undo has gone, ends no other session', async ({ page, service }) => {
  const ended = (): number => service.countRequests('DELETE /auth/sessions/{id}')
  await row(page, 'Old tablet').focus()
  await page.keyboard.press('Delete')
  const undo = inDock(page, 'Undo')
  await undo.waitFor()
  await page.keyboard.press('F8')
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      return undo.evaluate((button) => button === document.activeElement)
    })
    .toBe(true)
  await expect(undo).toHaveCount(0)
  await expect(row(page, 'Old tablet')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect(ended()).toBe(1)
})
