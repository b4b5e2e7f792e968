import type { TestApp } from '../support/app.ts'
import { expect, test } from '../support/desktop/tray-fixture.ts'

/** Whether a menu bar takes room from the page; waits for the menu. */
async function barOf(app: TestApp): Promise<{ isVisible: boolean; height: number }> {
  await expect.poll(() => app.inMain(({ Menu }) => Menu.getApplicationMenu() !== null)).toBe(true)
  return app.inMain(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const [, content = 0] = window?.getContentSize() ?? []
    const [, whole = 0] = window?.getSize() ?? []
    return { isVisible: window?.isMenuBarVisible() ?? true, height: whole - content }
  })
}

test('each window is shown although its first frame is never reported, and no menu bar takes room, also after Alt', async ({
  launch,
}) => {
  const app = await launch('--hidden')
  await app.inMain(({ app: main }) => {
    main.on('browser-window-created', (_event, window) => {
      const emit = window.emit.bind(window)
      window.emit = (name: string | symbol, ...rest: unknown[]) =>
        name !== 'ready-to-show' && emit(name, ...rest)
    })
  })
  const heights: number[] = []
  for (const _ of ['first', 'second']) {
    const opened = app.electron.waitForEvent('window')
    await app.startAgain()
    const page = await opened
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect
      .poll(() => app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
      .toBe(true)
    const hidden = { isVisible: false, height: 0 }
    expect(await barOf(app)).toEqual(hidden)
    await page.keyboard.press('Alt')
    expect(await barOf(app)).toEqual(hidden)
    heights.push(await page.evaluate(() => innerHeight))
    await page.close()
  }
  expect(heights[1]).toBe(heights[0])
})
