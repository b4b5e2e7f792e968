import type { TestApp } from '../support/app.ts'
import { dismissDialog, findDialog, typeInDialog } from '../support/desktop/native-dialog.ts'
import { PASSWORD } from '../support/desktop/keyring-daemons.ts'
import { expect, test } from '../support/fixture.ts'
import { readCiphertexts } from '../support/read-ciphertexts.ts'
import { waitForSessions, openSessions, signInAndQuit } from '../support/page-actions.ts'

const ANA = { email: 'ana@example.com', password: 'a password of Ana' }
/** The title of KDE's dialog that asks for a closed wallet's password. */
const QUESTION = '.*KDE Wallet Service.*'
/** Chromium's log line when the wallet's service is missing. */
const NO_SERVICE = /kwallet_dbus\.cc.*Error contacting/

test.use({ keyringKind: 'kde' })

test.beforeEach(async ({ service }) => {
  await service.state.addUser({ ...ANA, name: 'Ana' })
})

/** The encrypted tokens on disk, in base64. */
async function ciphertexts(profile: string): Promise<string[]> {
  return Object.values(await readCiphertexts(profile))
}

test('keeps a token with KDE’s wallet over a new login, and loses none to a wallet that is closed or does not answer', async ({
  launch,
  desktop,
  profile,
  service,
  tolerate,
}) => {
  tolerate.errors(NO_SERVICE)
  const first = await launch()
  const page = await first.window()
  await openSessions(page, ANA)
  await expect(page.getByText('Saved in keyring')).toBeVisible()
  expect(await first.inMain(({ safeStorage }) => safeStorage.getSelectedStorageBackend())).toBe('kwallet5')
  await first.quit()
  const kept = await ciphertexts(profile)
  expect(kept.map((each) => Buffer.from(each, 'base64').subarray(0, 3).toString())).toEqual(['v11'])

  async function isUnreadable(app: TestApp): Promise<void> {
    await expect((await app.window()).getByText("can't be read")).toBeVisible()
    await app.quit()
    expect(await ciphertexts(profile)).toEqual(kept)
  }
  await desktop.keyring?.lock()
  const starting = launch()
  await dismissDialog(desktop.env, QUESTION)
  await isUnreadable(await starting)

  // A logout from KDE, and a new login.
  await desktop.keyring?.stop()
  await isUnreadable(await launch())
  await desktop.keyring?.unlock()
  const again = await launch()
  await waitForSessions(await again.window())
  await again.quit()
  await waitForSessions(await (await launch()).window())
  expect(await ciphertexts(profile)).toEqual(kept)
  expect(service.countRequests('POST /auth/login')).toBe(1)
})

test('Try again asks again for a wallet that was cancelled, without a restart', async ({
  launch,
  desktop,
  profile,
  service,
}) => {
  await signInAndQuit(launch, ANA)
  const kept = await ciphertexts(profile)
  await desktop.keyring?.lock()
  const page = await (await launch()).window()
  // Main does not stand still while the dialog asks.
  await findDialog(desktop.env, QUESTION)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.getByRole('link', { name: 'Sessions' }).click()
  await dismissDialog(desktop.env, QUESTION)
  await expect(page.getByText("can't be read")).toBeVisible()
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await tryAgain.click()
  await dismissDialog(desktop.env, QUESTION)
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  await tryAgain.click()
  await typeInDialog(desktop.env, QUESTION, PASSWORD)
  await waitForSessions(page)
  expect(await ciphertexts(profile)).toEqual(kept)
  expect(service.countRequests('POST /auth/login')).toBe(1)
})

test.describe('without a wallet at the sign-in', () => {
  test.use({ keyring: 'unreachable' })
  test('writes no token, and shows the banner', async ({ page, profile, tolerate }) => {
    tolerate.errors(NO_SERVICE)
    await openSessions(page, ANA)
    await expect(page.getByText('You stay signed in only until you quit.')).toBeVisible()
    expect(await ciphertexts(profile)).toEqual([])
  })
})
