import { expect, test } from '../support/fixture.ts'

test('the window is shown though its first frame is never reported', async ({ launch }) => {
  const app = await launch('--hidden')
  await app.inMain(({ app: main }) => {
    main.on('browser-window-created', (_event, window) => {
      const emit = window.emit.bind(window)
      window.emit = (name: string | symbol, ...rest: unknown[]) =>
        name !== 'ready-to-show' && emit(name, ...rest)
    })
  })
  const opened = app.electron.waitForEvent('window')
  await app.startAgain()
  await (await opened).getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect
    .poll(() => app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true)
})

test('the menu that the shortcuts need takes no place in the window', async ({ app, page }) => {
  test.skip(process.platform === 'darwin', 'It is at the top of the screen there')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  // It comes a moment after the page.
  await expect.poll(() => app.inMain(({ Menu }) => Menu.getApplicationMenu() !== null)).toBe(true)
  const isShown = (): Promise<boolean | undefined> =>
    app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMenuBarVisible())
  expect(await isShown()).toBe(false)
  const [window, content] = await app.inMain(({ BrowserWindow }) => {
    const [first] = BrowserWindow.getAllWindows()
    return [first?.getSize(), first?.getContentSize()]
  })
  // Without a window manager, X11 has no frame either.
  if (process.platform === 'linux') expect(content).toEqual(window)
})
