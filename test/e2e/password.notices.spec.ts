import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { closeWindow, expect, test, windowsOf } from '../support/desktop/tray-fixture.ts'
import { ANA, openSessions } from '../support/page-actions.ts'

const NEW = 'a better battery staple'
const NEWER = 'the best battery staple'
const NEWEST = 'no better battery staple'
const CHANGE = 'POST /auth/password/change'
const UNKNOWN = "It's unclear whether the password was changed"

test.skip(process.platform !== 'linux', 'Notification areas of other systems cannot be played here')

test.use({ ana: {} })

/** Opens the page, and types both passwords. */
async function fillIn(page: Page, current = ANA.password, next = NEW): Promise<void> {
  await page.getByRole('link', { name: 'Password' }).click()
  await page.getByLabel('Current password').fill(current)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm new password').fill(next)
}

/** Hides the window, as switching to another desktop does. */
const isShown = (app: TestApp): Promise<boolean> =>
  app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()))
const hide = (app: TestApp): Promise<void> =>
  app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.hide()))

test('a change notifies once while the window is closed; when it is unknown and then verified, the second notification replaces the first; killed in the middle, a hidden start notifies', async ({
  area,
  launch,
  service,
  profile,
}) => {
  const app = await launch()
  const page = await app.window()
  const titles = (): string[] => area.shown.map(({ title }) => title)
  await openSessions(page, ANA)
  await fillIn(page)
  const slow = service.faults.add({ kind: 'delay', ms: 4_000, when: 'after', endpoint: CHANGE })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect.poll(() => service.countRequests(CHANGE)).toBe(1)
  await closeWindow(app)
  await expect.poll(titles).toEqual(['Session Desk is still running', 'Password changed'])
  expect(area.shown[1]?.body).toContain('Ana')
  slow()

  const opened = app.electron.waitForEvent('window')
  area.click(area.shown[1]!.id)
  const again = await opened
  await again.getByRole('heading', { name: 'Password', exact: true }).waitFor()
  await expect(again.getByText('The password of Ana was changed at')).toBeVisible()
  await again.getByRole('button', { name: 'Dismiss' }).click()
  await expect(again.getByText('The password of Ana')).toBeHidden()
  expect(area.shown).toHaveLength(2)

  await fillIn(again, NEW, NEWER)
  service.faults.add({ kind: 'reset', when: 'after', endpoint: CHANGE })
  await hide(app)
  await again.keyboard.press('Enter')
  await expect.poll(() => titles().slice(2)).toEqual([UNKNOWN])
  const unknown = area.shown[2]!
  expect(unknown.body).toContain('Open Session Desk to find out.')
  area.click(unknown.id)
  // The page has its button before the window is shown, and a window that is hidden before that comes back.
  await expect.poll(() => isShown(app)).toBe(true)
  await expect(again.getByRole('button', { name: 'Find out' })).toBeVisible()
  await again.getByRole('button', { name: 'Find out' }).focus()
  await hide(app)
  await again.keyboard.press('Enter')
  await expect.poll(() => titles().slice(2)).toEqual([UNKNOWN, 'Password changed'])
  expect(area.closed).toContain(unknown.id)
  expect(service.countRequests(CHANGE)).toBe(2)
  const seen = area.shown.length

  // Killed in the middle: a start without a window notifies, and the window says what to try.
  area.click(area.shown.at(-1)!.id)
  await expect.poll(() => isShown(app)).toBe(true)
  await fillIn(again, NEWER, NEWEST)
  service.faults.clear()
  service.faults.add({ kind: 'delay', ms: 60_000, when: 'after', endpoint: CHANGE })
  await again.keyboard.press('Enter')
  await expect.poll(() => service.countRequests(CHANGE)).toBe(3)
  await app.kill()
  const canaries = { first: ANA.password, second: NEW, third: NEWER, fourth: NEWEST }
  expect(await scanForSecrets({ dirs: [profile], canaries })).toEqual([])

  const next = await launch('--hidden')
  await expect.poll(() => titles().slice(seen)).toEqual([UNKNOWN])
  expect(area.shown.at(-1)?.body).toContain('try the new password first')
  expect(await windowsOf(next)).toBe(0)
  const reopened = next.electron.waitForEvent('window')
  area.click(area.shown.at(-1)!.id)
  const last = await reopened
  await last.getByRole('heading', { name: 'Password', exact: true }).waitFor()
  await expect(last.getByText("It's unclear whether the password of Ana was changed")).toBeVisible()
  await expect(last.getByText('Try the new password first')).toBeVisible()
  await expect(last.getByRole('button', { name: 'Find out' })).toHaveCount(0)
  for (const secret of [ANA.email, ...Object.values(canaries)])
    expect(JSON.stringify(area.shown)).not.toContain(secret)
})
