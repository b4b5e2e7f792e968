import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { closeWindow, expect, labelsOf, test, windowsOf } from '../support/desktop/tray-fixture.ts'
import { ANA, waitForSessions, openSessions } from '../support/page-actions.ts'

const NEW = 'a better battery staple'
const CHANGE = 'POST /auth/password/change'
const UNKNOWN = "It's unclear whether the password was changed"

test.skip(process.platform !== 'linux', 'Notification areas of other systems cannot be played here')

test.use({ ana: {} })

/** Signs in and types both passwords. */
async function fillIn(page: Page): Promise<void> {
  await openSessions(page, ANA)
  await page.getByRole('link', { name: 'Password' }).click()
  await page.getByLabel('Current password').fill(ANA.password)
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm new password').fill(NEW)
}

/** Hides the window, as switching to another desktop does. */
const hide = (app: TestApp): Promise<void> =>
  app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.hide()))

test('changed while the window is closed: notifies once, and the next window shows it too', async ({
  area,
  launch,
  service,
}) => {
  const app = await launch()
  const page = await app.window()
  await fillIn(page)
  service.faults.add({ kind: 'delay', ms: 4_000, when: 'after', endpoint: CHANGE })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect.poll(() => service.countRequests(CHANGE)).toBe(1)
  await closeWindow(app)
  await expect
    .poll(() => area.shown.map(({ title }) => title), { timeout: 15_000 })
    .toEqual(['Session Desk is still running', 'Password changed'])
  expect(area.shown[1]?.body).toContain('Ana')
  for (const secret of [ANA.email, ANA.password, NEW])
    expect(JSON.stringify(area.shown)).not.toContain(secret)

  const opened = app.electron.waitForEvent('window')
  area.click(area.shown[1]!.id)
  const again = await opened
  await again.getByRole('heading', { name: 'Password', exact: true }).waitFor()
  await expect(again.getByText('The password of Ana was changed at')).toBeVisible()
  await again.getByRole('button', { name: 'Dismiss' }).click()
  await expect(again.getByText('The password of Ana')).toBeHidden()
  expect(area.shown).toHaveLength(2)
})

test('unknown, then verified: the second notification replaces the first', async ({
  area,
  launch,
  service,
}) => {
  const app = await launch()
  const page = await app.window()
  await fillIn(page)
  service.faults.add({ kind: 'reset', when: 'after', endpoint: CHANGE })
  await hide(app)
  await page.keyboard.press('Enter')
  await expect.poll(() => area.shown.map(({ title }) => title)).toEqual([UNKNOWN])
  expect(area.shown[0]?.body).toContain('Open Session Desk to find out.')

  area.click(area.shown[0]!.id)
  await expect(page.getByRole('button', { name: 'Find out' })).toBeVisible()
  await page.getByRole('button', { name: 'Find out' }).focus()
  await hide(app)
  await page.keyboard.press('Enter')
  await expect.poll(() => area.shown.map(({ title }) => title)).toEqual([UNKNOWN, 'Password changed'])
  expect(area.closed).toContain(area.shown[0]?.id)
  expect(service.countRequests(CHANGE)).toBe(1)
})

test('killed in the middle: the window shows it, or a notification when the app starts hidden', async ({
  area,
  panel,
  launch,
  service,
}) => {
  const first = await launch()
  const page = await first.window()
  await fillIn(page)
  service.faults.add({ kind: 'delay', ms: 60_000, when: 'after', endpoint: CHANGE })
  await page.keyboard.press('Enter')
  await expect.poll(() => service.countRequests(CHANGE)).toBe(1)
  await first.kill()

  const second = await launch()
  const again = await second.window()
  await waitForSessions(again)
  await expect(again.getByText("It's unclear whether the password of Ana was changed")).toBeVisible()
  await second.quit()
  expect(area.shown).toEqual([])

  const third = await launch('--hidden')
  await expect.poll(() => area.shown.map(({ title }) => title)).toEqual([UNKNOWN])
  expect(area.shown[0]?.body).toContain('try the new password first')
  expect(await windowsOf(third)).toBe(0)
  const opened = third.electron.waitForEvent('window')
  area.click(area.shown[0]!.id)
  const last = await opened
  await last.getByRole('heading', { name: 'Password', exact: true }).waitFor()
  await expect.poll(async () => labelsOf(await panel.menu())).toContain('Settings')
  await last.getByRole('link', { name: 'Settings' }).click()
  await last.getByRole('switch', { name: 'Show notifications' }).click()
  await expect(last.getByRole('switch', { name: 'Show notifications' })).not.toBeChecked()
  await third.quit()

  const fourth = await launch('--hidden')
  await expect.poll(async () => labelsOf(await panel.menu().catch(() => []))).toContain('Settings')
  expect(await windowsOf(fourth)).toBe(0)
  expect(area.shown).toHaveLength(1)
})
