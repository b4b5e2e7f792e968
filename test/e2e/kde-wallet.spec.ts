import { dismissDialog, findDialog, typeInDialog } from '../support/desktop/native-dialog.ts'
import { PASSWORD } from '../support/desktop/keyring-daemons.ts'
import { expect, test } from '../support/fixture.ts'
import { readCiphertexts } from '../support/read-ciphertexts.ts'
import { ANA, waitForSessions, openSessions } from '../support/page-actions.ts'

/** The title of KDE's dialog that asks for a closed wallet's password. */
const QUESTION = '.*KDE Wallet Service.*'
/** Chromium's log line when the wallet's service is missing. */
const NO_SERVICE = /kwallet_dbus\.cc.*Error contacting/

test.use({ ana: {}, keyringKind: 'kde' })

/** The encrypted tokens on disk, in base64. */
async function ciphertexts(profile: string): Promise<string[]> {
  return Object.values(await readCiphertexts(profile))
}

test('keeps a token with KDE’s wallet over a new login, asks again for one that was cancelled, and without a wallet writes and loses none', async ({
  launch,
  desktop,
  profile,
  service,
  tolerate,
}) => {
  tolerate.errors(NO_SERVICE)
  const first = await launch()
  await openSessions(await first.window(), ANA)
  await expect((await first.window()).getByText('Saved in keyring')).toBeVisible()
  expect(await first.inMain(({ safeStorage }) => safeStorage.getSelectedStorageBackend())).toBe('kwallet5')
  await first.quit()
  const kept = await ciphertexts(profile)
  expect(kept.map((each) => Buffer.from(each, 'base64').subarray(0, 3).toString())).toEqual(['v11'])

  await desktop.keyring?.lock()
  const closed = await launch()
  const page = await closed.window()
  // Main does not stand still while the dialog asks.
  await findDialog(desktop.env, QUESTION)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.getByRole('link', { name: 'Sessions' }).click()
  await dismissDialog(desktop.env, QUESTION)
  await expect(page.getByText("can't be read")).toBeVisible()
  expect(await ciphertexts(profile)).toEqual(kept)
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await tryAgain.click()
  await dismissDialog(desktop.env, QUESTION)
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  await tryAgain.click()
  await typeInDialog(desktop.env, QUESTION, PASSWORD)
  await waitForSessions(page)
  await closed.quit()
  expect(await ciphertexts(profile)).toEqual(kept)

  // A logout from KDE: a sign-in without its wallet replaces nothing on disk.
  await desktop.keyring?.stop()
  const without = await launch()
  const unsaved = await without.window()
  await expect(unsaved.getByText("can't be read")).toBeVisible()
  expect(service.countRequests('POST /auth/login')).toBe(1)
  await openSessions(unsaved, ANA)
  await expect(unsaved.getByText('You stay signed in only until you quit.')).toBeVisible()
  await without.quit()
  expect(await ciphertexts(profile)).toEqual(kept)

  // A new login.
  await desktop.keyring?.unlock()
  await waitForSessions(await (await launch()).window())
  expect(await ciphertexts(profile)).toEqual(kept)
  expect(service.countRequests('POST /auth/login')).toBe(2)
})
