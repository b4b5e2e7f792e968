import { expect, test } from '../support/fixture.ts'

test('a second start activates the first and opens no file', async ({ app, page }) => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const second = await app.startAgain()
  expect(second.code).toBe(0)
  expect(await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})
