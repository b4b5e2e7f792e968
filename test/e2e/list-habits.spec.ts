import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { test as ownApp } from '../support/fixture.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, openSessions, rows, waitForSessions } from '../support/page-actions.ts'

const row = (page: Page, name: string): Locator => rows(page).filter({ hasText: name })
const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

test.use({ ana: {} })
test.beforeEach(({ service }) => {
  for (let index = 10; index < 40; index++)
    service.state.addSession(ANA.email, { name: `Device ${index}`, lastUsedAt: Date.now() - index * 60_000 })
})

test('a row has a menu at the pointer, the first time too, and by key; a double click opens its sheet and leaves it open', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openSessions(page, ANA)
  const { x, y } = await boxOf(row(page, 'Device 11'))
  await page.mouse.click(x + 300, y + 20, { button: 'right' })
  const menu = page.getByRole('menu', { name: 'Device 11' })
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Open details',
    'Name…',
    'Copy name',
    'Copy ID',
    'Show in Activity',
    'End',
  ])
  const box = await boxOf(menu)
  expect([Math.round(box.x - x), Math.round(box.y - y)]).toEqual([300, 20])
  await menu.getByRole('menuitem', { name: 'Copy name' }).click()
  await expect(menu).toHaveCount(0)
  expect(await app.inMain(({ clipboard }) => clipboard.readText())).toBe('Device 11')
  await expect(row(page, 'Device 11')).toBeFocused()

  // This device has no End, and the key opens the menu with its first item.
  await rows(page).first().focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Open details' })).toBeFocused()
  await expect(page.getByRole('menuitem', { name: 'End' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(rows(page).first()).toBeFocused()

  // What is loaded with the first sheet would take longer than the second press.
  await row(page, 'Device 10').getByRole('cell').nth(1).click()
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Details' })).toHaveCount(0)
  const other = await boxOf(row(page, 'Device 12'))
  await page.mouse.dblclick(other.x + 420, other.y + 20, { delay: 30 })
  await page.getByRole('complementary', { name: 'Details' }).filter({ hasText: 'Device 12' }).waitFor()
  await page.getByLabel('Note').fill('Still open')
  // A later press beside the sheet closes it.
  await expect(async () => {
    await page.mouse.click(other.x + 100, other.y)
    await expect(page.getByRole('complementary', { name: 'Details' })).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
})

ownApp('order and scroll position are there again after a restart', async ({ launch, profile }) => {
  const file = join(profile, 'accounts', 'view.json')
  const stored = async (): Promise<unknown> =>
    (JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as { value?: unknown }).value
  const first = await launch()
  const page = await first.window()
  await page.setViewportSize({ width: 1440, height: 700 })
  await openSessions(page, ANA)
  await expect(page.getByRole('button', { name: /^Sort/ })).toBeHidden()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByLabel('Search sessions').fill('Device')
  await page.locator('main').evaluate((main) => main.scrollTo(0, 400))
  await expect.poll(stored).toMatchObject({ scrollTop: 400, order: { by: 'name', direction: 'up' } })
  expect(JSON.stringify(await stored())).not.toContain('Device')
  await first.quit()

  const again = await (await launch()).window()
  await again.setViewportSize({ width: 1440, height: 700 })
  await waitForSessions(again)
  await expect(again.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(again.getByLabel('Search sessions')).toHaveValue('')
  await expect.poll(() => again.locator('main').evaluate((main) => main.scrollTop)).toBe(400)
})

test('a row that is gone keeps its place under the pointer for a moment', async ({ page, service }) => {
  await openSessions(page, ANA)
  const gone = row(page, 'Device 11')
  await row(page, 'Device 13').hover()
  const before = await boxOf(row(page, 'Device 14'))
  const ended = service.state.sessionsOf(ANA.email).find(({ name }) => name === 'Device 11')
  service.state.revokeSession(ended?.id ?? 0)
  await page.getByRole('button', { name: 'Refresh' }).focus()
  await page.keyboard.press('Enter')
  await expect(gone).toHaveAttribute('inert', '')
  expect(await boxOf(row(page, 'Device 14'))).toEqual(before)
  await expect(gone).toHaveCount(0)
  await expect.poll(async () => (await boxOf(row(page, 'Device 14'))).y).toBe(before.y - before.height)
})
