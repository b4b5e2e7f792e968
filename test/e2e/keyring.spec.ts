import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions, waitForSessions } from '../support/page-actions.ts'

test.use({ ana: {}, keyring: 'locked' })
test.skip(process.platform !== 'linux', 'Only Linux has a keyring that a test can close')

test('Try again saves the token once the keyring opens, and reads it after a start with a closed one', async ({
  launch,
  desktop,
  service,
}) => {
  const first = await launch()
  const page = await first.window()
  await openSessions(page, ANA)
  await expect(page.getByText('You stay signed in only until you quit.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText("The keyring still doesn't open.")).toBeVisible()
  await desktop.keyring?.unlock()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Saved in keyring')).toBeVisible()
  await first.quit()

  await desktop.keyring?.lock()
  const again = await (await launch()).window()
  await expect(again.getByText("can't be read")).toBeVisible()
  const tryAgain = again.getByRole('button', { name: 'Try again' })
  await tryAgain.click()
  await expect(again.getByRole('button', { name: 'Restart' })).toBeVisible()
  await desktop.keyring?.unlock()
  await tryAgain.click()
  await waitForSessions(again)
  expect(service.countRequests('POST /auth/login')).toBe(1)
})
