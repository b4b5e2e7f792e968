import { fileURLToPath } from 'node:url'
import type { TestApp } from '../support/app.ts'
import { expect, test } from '../support/fixture.ts'
import { readCiphertexts } from '../support/read-ciphertexts.ts'
import { ANA, waitForSessions, signInAndQuit, openSessions } from '../support/page-actions.ts'

test.use({ mainModule: fileURLToPath(new URL('../support/stubs/async-safe-storage.cjs', import.meta.url)) })

const UNRESPONSIVE = '--unresponsive-keyring'
const NOT_KEPT = 'You stay signed in only until you quit.'

/** The controls that the safeStorage stub adds to the main process. */
interface Keyring {
  hang(): void
  answer(): void
}

const set = (app: TestApp, what: keyof Keyring): Promise<void> =>
  app.inMain((_electron, method) => (globalThis as unknown as { keyring: Keyring }).keyring[method](), what)

test.use({ ana: {} })

test('with a keyring that never answers the window opens and signs in; a late answer persists the sign-in', async ({
  launch,
  profile,
  service,
}) => {
  const app = await launch(UNRESPONSIVE)
  const page = await app.window()
  await openSessions(page, ANA)
  await expect(page.getByText(NOT_KEPT)).toBeVisible()
  await expect(page.getByText("The keyring isn't answering.")).toBeVisible()
  expect(await readCiphertexts(profile)).toEqual({})

  await set(app, 'answer')
  await expect(page.getByText('Saved in keyring')).toBeVisible()
  await expect(page.getByText(NOT_KEPT)).toHaveCount(0)
  expect(Object.keys(await readCiphertexts(profile))).toHaveLength(1)
  await app.quit()
  await waitForSessions(await (await launch()).window())
  expect(service.countRequests('POST /auth/login')).toBe(1)
})

test('an unanswered sign-in is unreadable for now, is not lost, and comes back', async ({
  launch,
  profile,
  service,
}) => {
  await signInAndQuit(launch, ANA)
  const kept = await readCiphertexts(profile)
  expect(Object.keys(kept)).toHaveLength(1)

  const second = await launch(UNRESPONSIVE)
  const page = await second.window()
  await expect(page.getByText("can't be read")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  expect(await readCiphertexts(profile)).toEqual(kept)
  expect(service.countRequests('POST /auth/logout')).toBe(0)

  await set(second, 'answer')
  await waitForSessions(page)
  expect(await readCiphertexts(profile)).toEqual(kept)
  expect(service.countRequests('POST /auth/login')).toBe(1)
})

test('signing in works when the keyring stops answering', async ({ launch, profile, service }) => {
  const app = await launch()
  const page = await app.window()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await set(app, 'hang')
  await openSessions(page, ANA)
  await expect(page.getByText(NOT_KEPT)).toBeVisible()
  expect(await readCiphertexts(profile)).toEqual({})
  expect(service.state.sessionsOf(ANA.email)).toHaveLength(1)

  await set(app, 'answer')
  await expect(page.getByText('Saved in keyring')).toBeVisible()
  expect(Object.keys(await readCiphertexts(profile))).toHaveLength(1)
})
