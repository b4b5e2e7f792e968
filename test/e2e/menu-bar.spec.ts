import type { DeskApp } from '../support/app.ts'
import { expect, test } from '../support/fixture.ts'

/** Whether a menu bar takes room from the page, in the window that is open; once the menu is there. */
async function barOf(app: DeskApp): Promise<{ isVisible: boolean; height: number }> {
  await expect.poll(() => app.inMain(({ Menu }) => Menu.getApplicationMenu() !== null)).toBe(true)
  return app.inMain(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const [, content = 0] = window?.getContentSize() ?? []
    const [, whole = 0] = window?.getSize() ?? []
    return { isVisible: window?.isMenuBarVisible() ?? true, height: whole - content }
  })
}

test('no menu bar takes room from the page, in the first window or a later one, nor does Alt bring one', async ({
  app,
  page,
}) => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const hidden = { isVisible: false, height: 0 }
  expect(await barOf(app)).toEqual(hidden)
  await page.keyboard.press('Alt')
  expect(await barOf(app)).toEqual(hidden)
  const before = await page.evaluate(() => innerHeight)

  const opened = app.electron.waitForEvent('window')
  await page.close()
  await app.startAgain()
  const later = await opened
  await later.getByRole('heading', { name: 'Sign in' }).waitFor()
  await later.keyboard.press('Alt')
  expect(await barOf(app)).toEqual(hidden)
  expect(await later.evaluate(() => innerHeight)).toBe(before)
})
