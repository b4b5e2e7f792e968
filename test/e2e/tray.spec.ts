import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { answerDialog } from '../support/desktop/native-dialog.ts'
import { closeWindow, expect, labelsOf, test, windowsOf } from '../support/desktop/tray-fixture.ts'
import { ANA, refresh, waitForSessions, openSessions } from '../support/page-actions.ts'

const END = 'DELETE /auth/sessions/{id}'

test.skip(process.platform !== 'linux', 'Panels of other systems cannot be played here')

test.use({ ana: {} })

/** Whether a menu bar takes room from the page, also after Alt; waits for the menu. */
async function barOf(app: TestApp, page: Page) {
  await expect.poll(() => app.inMain(({ Menu }) => Menu.getApplicationMenu() !== null)).toBe(true)
  const read = () =>
    app.inMain(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      const [, content = 0] = window?.getContentSize() ?? []
      const [, whole = 0] = window?.getSize() ?? []
      return { isVisible: window?.isMenuBarVisible() ?? true, height: whole - content }
    })
  const before = await read()
  await page.keyboard.press('Alt')
  return { before, after: await read(), page: await page.evaluate(() => innerHeight) }
}

test('started hidden it shows no window until requested, and works without one: it hints at the tray once, shows new sign-ins, ends a session and reopens the window', async ({
  panel,
  area,
  launch,
  service,
  desktop,
}) => {
  const app = await launch('--hidden')
  const labels = async (): Promise<string[]> => labelsOf(await panel.menu().catch(() => []))
  const titles = (): string[] => area.shown.map(({ title }) => title)
  /** The window that this opens. */
  const windowBy = async (act: () => unknown): Promise<Page> => {
    const opened = app.electron.waitForEvent('window')
    await act()
    return opened
  }
  await expect.poll(labels).toContain('Open Session Desk')
  expect((await app.startAgain('--hidden')).code).toBe(0)
  expect(await windowsOf(app)).toBe(0)
  const page = await windowBy(() => panel.click('Open Session Desk'))
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(service.requests).toEqual([])
  const bar = await barOf(app, page)
  const hidden = { isVisible: false, height: 0 }
  expect([bar.before, bar.after]).toEqual([hidden, hidden])

  service.state.addSession(ANA.email, { name: 'Old phone' })
  await openSessions(page, ANA)
  await expect.poll(labels).toContain('Old phone, never used…')
  // The menu is made anew for changes alone.
  const layouts = panel.layouts()
  for (let round = 1; round <= 3; round++) await refresh(page)
  expect(panel.layouts()).toBe(layouts)
  await closeWindow(app)
  await expect.poll(titles).toEqual(['Session Desk is still running'])
  expect(await windowsOf(app)).toBe(0)
  const plain = await panel.icon()
  expect(plain.sides).toEqual([48])

  await panel.click('Old phone, never used…')
  await answerDialog(desktop.env, 'no')
  expect(service.countRequests(END)).toBe(0)
  await panel.click('Old phone, never used…')
  await answerDialog(desktop.env, 'yes')
  await expect.poll(() => titles().slice(1)).toEqual(['Ended Old phone'])
  expect(service.countRequests(END)).toBe(1)
  await expect.poll(labels).not.toContain('Old phone, never used…')
  await expect.poll(labels).toContain('1 session')

  service.state.addSession(ANA.email, { name: 'Strange phone' })
  await panel.click('Check now')
  await expect.poll(titles).toContain('New sign-in: Strange phone')
  await expect.poll(labels).toContain('New: Strange phone, signed in today…')
  expect((await panel.icon()).print).not.toBe(plain.print)
  await panel.click('It was me')
  await expect.poll(labels).toContain('Strange phone, never used…')
  await expect.poll(async () => (await panel.icon()).print).toBe(plain.print)
  expect(area.closed).toContain(area.shown.at(-1)!.id)
  expect(await windowsOf(app)).toBe(0)

  const again = await windowBy(() => panel.click('Open Session Desk'))
  await waitForSessions(again)
  expect(await barOf(app, again)).toEqual(bar)
  await closeWindow(app)
  await waitForSessions(await windowBy(() => panel.activate()))
  await closeWindow(app)
  expect(titles()).toHaveLength(3)

  for (const { id } of service.state.sessionsOf(ANA.email)) service.state.revokeSession(id)
  await panel.click('Renew now')
  await expect.poll(titles).toContain('Signed out')
  const last = await windowBy(() => area.click(area.shown.find(({ title }) => title === 'Signed out')!.id))
  await openSessions(last, ANA)
  await expect.poll(labels).toContain('Settings')
  await panel.click('Settings')
  await last.getByRole('heading', { name: 'Settings' }).waitFor()
  await last.getByRole('switch', { name: 'Keep running in the tray' }).click()
  await expect(last.getByRole('switch', { name: 'Keep running in the tray' })).not.toBeChecked()
  await closeWindow(app)
  await app.output.ended
  expect(titles()).toHaveLength(4)
  expect(JSON.stringify(area.shown)).not.toContain(ANA.email)
})
