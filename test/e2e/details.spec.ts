import type { Page } from '@playwright/test'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, rows, openSessions } from '../support/page-actions.ts'

const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const details = (page: Page) => page.getByRole('complementary', { name: 'Details', exact: true })
const beside = (page: Page, name: string) =>
  details(page).filter({ has: page.getByRole('heading', { name, exact: true }) })

test.use({ ana: {} })
test.beforeEach(async ({ service, page }) => {
  for (const [index, name] of ['iPhone', 'Old tablet', 'Kiosk'].entries())
    service.state.addSession(ANA.email, { name, lastUsedAt: Date.now() - (index + 1) * 60_000 })
  await openSessions(page, ANA)
})

test('in a wide window the details are beside the list and follow the focused row', async ({ page }) => {
  await page.setViewportSize({ width: 1240, height: 800 })
  // Beside its name, where there is nothing but the row.
  await row(page, 'iPhone').getByRole('cell').nth(1).click()
  await beside(page, 'iPhone').waitFor()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'iPhone')).toHaveAttribute('aria-current', 'true')
  expect((await beside(page, 'iPhone').boundingBox())?.width).toBe(360)
  // The list keeps its columns.
  await expect(page.getByRole('columnheader', { name: 'Last used' })).toBeInViewport()
  await expect(beside(page, 'iPhone').getByLabel('Note')).toBeVisible()
  expect(await violations(page), 'details beside the list').toEqual([])

  await page.keyboard.press('ArrowDown')
  await beside(page, 'Old tablet').waitFor()
  await expect(row(page, 'Old tablet')).toBeFocused()
  await beside(page, 'Old tablet').getByLabel('Note').fill('In the hall')
  await page.keyboard.press('Escape')
  await expect(row(page, 'Old tablet')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await beside(page, 'Kiosk').waitFor()
  await expect(beside(page, 'Kiosk').getByLabel('Note')).toHaveValue('')
  await page.keyboard.press('ArrowUp')
  await expect(beside(page, 'Old tablet').getByLabel('Note')).toHaveValue('In the hall')

  // Check and End stay their own.
  await row(page, 'Kiosk').getByRole('checkbox').click()
  await expect(beside(page, 'Old tablet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Select Kiosk' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Select Kiosk' })).not.toBeChecked()
  await expect(row(page, 'Old tablet')).toBeFocused()
})

test('below 1240 px the details are a sheet above the page; a typed note and its focus survive a change of the width', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1239, height: 800 })
  await row(page, 'iPhone').getByRole('cell').nth(1).click()
  await expect(beside(page, 'iPhone')).toBeFocused()
  await expect(page.locator('[inert] main')).toHaveCount(1)
  expect(await violations(page), 'details above the list').toEqual([])
  await page.keyboard.press('Escape')
  await expect(details(page)).toHaveCount(0)
  await expect(row(page, 'iPhone')).toBeFocused()

  await page.keyboard.press('Enter')
  const note = beside(page, 'iPhone').getByLabel('Note')
  await note.pressSequentially('At the')
  await page.setViewportSize({ width: 1400, height: 800 })
  await expect(page.locator('[inert] main')).toHaveCount(0)
  await page.keyboard.type(' door')
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect(note).toHaveValue('At the door')
  await expect(note).toBeFocused()
  await expect(details(page).getByText('Saved on this computer', { exact: true })).toBeVisible()
})

test('what was ended in the panel stays there with Undo until the person moves; F6 leads around', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await row(page, 'iPhone').getByRole('cell').nth(1).click()
  await beside(page, 'iPhone').getByRole('button', { name: 'End this session' }).press('Enter')
  const undo = beside(page, 'iPhone').getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  // A second Enter ends nothing, and takes nothing back.
  await page.keyboard.press('Enter')
  await expect(undo).toBeVisible()
  await expect(details(page)).toBeFocused()
  await page.keyboard.press('F6')
  await expect(page.getByRole('region', { name: 'Messages (F8)' })).toBeFocused()
  await page.keyboard.press('F6')
  await expect(row(page, 'iPhone')).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await page.keyboard.press('Shift+F6')
  await expect(details(page)).toBeFocused()
  await expect(row(page, 'iPhone')).toHaveCount(0)
  await expect(beside(page, 'iPhone')).toContainText('This session is no longer in the list.')
  await expect(page.getByRole('button', { name: 'End this session' })).toHaveCount(0)
  await page.keyboard.press('F6')
  await page.keyboard.press('F6')
  await page.keyboard.press('ArrowDown')
  await expect(beside(page, 'iPhone')).toHaveCount(0)
  await expect(details(page)).toBeVisible()
})

test('a name is shown in full beside a long note, an equal one is told apart by its day, and no row is higher', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  await row(page, 'Old tablet').getByRole('cell').nth(1).click()
  await beside(page, 'Old tablet').getByLabel('Note').fill('In the hall, beside the printer. '.repeat(9))
  await expect(row(page, 'Old tablet')).toContainText('In the hall')
  service.state.addSession(ANA.email, { name: 'Unknown phone', lastUsedAt: Date.now() })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(row(page, 'Unknown phone')).toContainText('It was me')
  for (const width of [1440, 1240]) {
    await page.setViewportSize({ width, height: 800 })
    const name = row(page, 'Old tablet').getByRole('button', { name: 'Old tablet', exact: true })
    expect(await name.locator('bdi').evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    const heights = await rows(page).evaluateAll((all) => all.map((row) => row.clientHeight))
    expect(new Set(heights).size, heights.join(' ')).toBe(1)
  }

  await row(page, 'Old tablet').press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  // The day of the sign-in tells those of one name apart, in its column.
  const userAgent = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  for (const days of [40, 30])
    service.state.addSession(ANA.email, {
      name: userAgent,
      createdAt: Date.now() - days * 86_400_000,
      lastUsedAt: Date.now(),
    })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const later = page.getByRole('button', { name: /^Firefox on Ubuntu \(signed in / })
  await expect(later).toHaveText('Firefox on Ubuntu')
  const signedIn = rows(page).filter({ has: later }).locator('[data-column=signedIn]')
  await expect(signedIn).toHaveText(/\d:\d\d/)
  for (const [width, height] of [
    [1440, 800],
    [1024, 768],
    [720, 520],
    [480, 700],
  ] as const) {
    await page.setViewportSize({ width, height })
    const heights = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    )
    expect(new Set(heights), heights.join(' ')).toEqual(new Set([44]))
  }
})
