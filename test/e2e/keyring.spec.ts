import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions, signInAndQuit, waitForSessions } from '../support/page-actions.ts'

test.use({ ana: {} })
test.skip(process.platform !== 'linux', 'Only Linux has a keyring that a test can close')

test('Try again opens a keyring that stayed closed at the start, without a restart', async ({
  launch,
  desktop,
  service,
}) => {
  await signInAndQuit(launch, ANA)
  await desktop.keyring?.lock()
  const page = await (await launch()).window()
  await expect(page.getByText("can't be read")).toBeVisible()
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await tryAgain.click()
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  await desktop.keyring?.unlock()
  await tryAgain.click()
  await waitForSessions(page)
  expect(service.countRequests('POST /auth/login')).toBe(1)
})

test.describe('closed at the sign-in', () => {
  test.use({ keyring: 'locked' })

  test('Try again saves the token once the keyring opens', async ({ app, page, desktop }) => {
    await openSessions(page, ANA)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText("The keyring still doesn't open.")).toBeVisible()
    await desktop.keyring?.unlock()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Saved in keyring')).toBeVisible()
    await app.quit()
  })
})
