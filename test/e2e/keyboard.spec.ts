import type { Page } from '@playwright/test'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { inDock, ANA, rows, openSessions } from '../support/page-actions.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const overview = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

/** Opens the palette, types, and runs the only result. */
async function run(page: Page, message: string, name: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await palette(page).waitFor()
  await page.keyboard.type(message)
  await expect(page.getByRole('option')).toHaveText([new RegExp(name)])
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
}

test.use({ ana: {} })
test.beforeEach(async ({ service }) => {
  service.state.addSession(ANA.email, { name: 'iPhone', lastUsedAt: Date.now() - 60_000 })
})

test('opens each page, refreshes the list with one request each time, shows every shortcut, and restores the focus', async ({
  page,
  service,
}) => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.keyboard.press('Control+K')
  await openSessions(page, ANA)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const [key, name] of [
    ['2', 'Activity'],
    ['3', 'Profile'],
    ['4', 'Password'],
    ['5', 'Settings'],
    ['1', 'Sessions'],
  ] as const) {
    await page.keyboard.press(`Control+${key}`)
    await expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Password' })).toHaveAttribute('title', 'Ctrl+4')

  for (const key of ['Control+R', 'F5']) {
    const before = service.countRequests('GET /auth/sessions')
    await page.keyboard.press(key)
    await expect(page.getByText('The list is up to date.')).toBeAttached()
    expect(service.countRequests('GET /auth/sessions')).toBe(before + 1)
    await expect(page.getByText('The list is up to date.')).toHaveCount(0)
  }

  const menu = page.getByRole('button', { name: 'Account menu' })
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await refresh.focus()
  await page.keyboard.press('?')
  await expect(overview(page).getByText('Refresh the list')).toBeVisible()
  expect(await violations(page), 'overview').toEqual([])
  await page.keyboard.press('Escape')
  await expect(overview(page)).toHaveCount(0)
  await expect(refresh).toBeFocused()
  // Twice: the second time its code is loaded.
  for (const how of ['Enter', 'Enter']) {
    await menu.press(how)
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter')
    await expect(overview(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(overview(page)).toHaveCount(0)
    await expect(menu).toBeFocused()
  }
})

test('the palette opens a session, and ends it as the second choice, with the same 5 seconds to undo', async ({
  page,
  service,
}) => {
  await openSessions(page, ANA)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.keyboard.press('Control+K')
  await palette(page).waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await violations(page), 'palette').toEqual([])
  await page.keyboard.type('iphone')
  await expect(page.getByRole('option')).toHaveText([/Details of iPhone/, /End iPhone/])
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Details' }).filter({ hasText: 'iPhone' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(rows(page).filter({ hasText: 'iPhone' })).toBeFocused()

  const menu = page.getByRole('button', { name: 'Account menu' })
  await menu.focus()
  await run(page, 'phone end', 'End iPhone')
  await inDock(page, 'Undo').waitFor()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Control+Z')
  await expect(page.getByText('iPhone stays signed in')).toBeVisible()
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(0)

  await run(page, 'end iphone', 'End iPhone')
  await expect(page.getByText('Ended iPhone')).toBeVisible()
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(1)
  expect(service.state.sessionsOf(ANA.email)).toHaveLength(1)
  await page.keyboard.press('Control+K')
  await palette(page).waitFor()
  await page.keyboard.type('nothing of the kind')
  await page.getByText('Nothing found.').waitFor()
  expect(await violations(page), 'palette without results').toEqual([])
})
