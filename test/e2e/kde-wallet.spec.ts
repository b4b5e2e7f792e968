import { dismissDialog } from '../support/desktop/native-dialog.ts'
import { expect, test } from '../support/fixture.ts'
import { readCiphertexts } from '../support/read-ciphertexts.ts'
import { waitForSessions, signInAndQuit, openSessions } from '../support/page-actions.ts'

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

test('keeps a token with KDE’s wallet, after a restart and a new login', async ({
  launch,
  desktop,
  profile,
  service,
}) => {
  const first = await launch()
  const page = await first.window()
  await openSessions(page, ANA)
  await expect(page.getByText('Saved in keyring')).toBeVisible()
  expect(await first.inMain(({ safeStorage }) => safeStorage.getSelectedStorageBackend())).toBe('kwallet5')
  await first.quit()
  const [kept = ''] = await ciphertexts(profile)
  expect(Buffer.from(kept, 'base64').subarray(0, 3).toString()).toBe('v11')

  const second = await launch()
  await waitForSessions(await second.window())
  await second.quit()

  // A logout from KDE, and a new login.
  await desktop.keyring?.stop()
  await desktop.keyring?.unlock()
  await waitForSessions(await (await launch()).window())
  expect(service.countRequests('POST /auth/login')).toBe(1)
})

test('reports a wallet that stays closed, and loses no token', async ({
  launch,
  desktop,
  profile,
  service,
}) => {
  await signInAndQuit(launch, ANA)
  const kept = await ciphertexts(profile)

  await desktop.keyring?.lock()
  const starting = launch()
  await dismissDialog(desktop.env, QUESTION)
  const second = await starting
  const page = await second.window()
  await expect(page.getByText("can't be read")).toBeVisible()
  expect(await ciphertexts(profile)).toEqual(kept)
  await second.quit()

  await desktop.keyring?.unlock()
  await waitForSessions(await (await launch()).window())
  expect(await ciphertexts(profile)).toEqual(kept)
  expect(service.countRequests('POST /auth/login')).toBe(1)
})

test('reports a wallet that does not answer, and reads it when it does', async ({
  launch,
  desktop,
  profile,
  service,
  tolerate,
}) => {
  tolerate.errors(NO_SERVICE)
  await signInAndQuit(launch, ANA)
  const kept = await ciphertexts(profile)

  await desktop.keyring?.stop()
  const second = await launch()
  const page = await second.window()
  await expect(page.getByText("can't be read")).toBeVisible()
  expect(await ciphertexts(profile)).toEqual(kept)
  await second.quit()

  await desktop.keyring?.unlock()
  await waitForSessions(await (await launch()).window())
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
