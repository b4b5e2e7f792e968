import { fileURLToPath } from 'node:url'
import type { TestApp } from '../support/app.ts'
import { expect, test } from '../support/fixture.ts'
import { readCiphertexts } from '../support/read-ciphertexts.ts'
import { ANA, waitForSessions, openSessions } from '../support/page-actions.ts'

test.use({ mainModule: fileURLToPath(new URL('../support/stubs/async-safe-storage.cjs', import.meta.url)) })

const UNRESPONSIVE = '--unresponsive-keyring'
const NOT_KEPT = 'You stay signed in only until you quit.'

/** The controls that the safeStorage stub adds to the main process. */
interface Keyring {
  answer(): void
}

const set = (app: TestApp, what: keyof Keyring): Promise<void> =>
  app.inMain((_electron, method) => (globalThis as unknown as { keyring: Keyring }).keyring[method](), what)

test.use({ ana: {} })

test('a keyring that never answers loses no sign-in, and a late answer saves it or brings it back', async ({
  launch,
  profile,
  service,
}) => {
  const first = await launch(UNRESPONSIVE)
  const page = await first.window()
  await openSessions(page, ANA)
  await expect(page.getByText(NOT_KEPT)).toBeVisible()
  await expect(page.getByText("The keyring isn't answering.")).toBeVisible()
  expect(await readCiphertexts(profile)).toEqual({})

  await set(first, 'answer')
  await expect(page.getByText('Saved in keyring')).toBeVisible()
  await expect(page.getByText(NOT_KEPT)).toHaveCount(0)
  const kept = await readCiphertexts(profile)
  expect(Object.keys(kept)).toHaveLength(1)
  await first.quit()

  const second = await launch(UNRESPONSIVE)
  const again = await second.window()
  await expect(again.getByText("can't be read")).toBeVisible()
  await expect(again.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  expect(await readCiphertexts(profile)).toEqual(kept)
  expect(service.countRequests('POST /auth/logout')).toBe(0)

  await set(second, 'answer')
  await waitForSessions(again)
  expect(await readCiphertexts(profile)).toEqual(kept)
  expect(service.countRequests('POST /auth/login')).toBe(1)
})
