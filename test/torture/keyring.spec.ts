import type { Locator, Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { signInAndQuit, waitForSessions } from '../support/page-actions.ts'
import { readCiphertexts } from '../support/read-ciphertexts.ts'
import { ANA, enter, expect, test } from './fixture.ts'
import { report } from './report.ts'

type Wrong = 'changed' | 'refused' | 'other'

/** Reports what went wrong in a state of the keyring, one text each. */
function reportState(state: string, wrong: Partial<Record<Wrong, string[]>>): Promise<void> {
  const { changed = [], refused = [], other = [] } = wrong
  const figures = { 'ciphertexts changed': changed.length, 'wrong sign-outs': refused.length }
  return report({ part: 'keyring', cases: [state], figures, violations: [...changed, ...refused, ...other] })
}

/** The accounts whose ciphertext has changed. */
async function changedSince(kept: Record<string, string>, profile: string): Promise<string[]> {
  const now = await readCiphertexts(profile)
  return Object.keys(kept).filter((account) => now[account] !== kept[account])
}

/**
 * Presses Try again; some systems open the keyring for a running app, some do not. `opened` shows that it is open, and is not there
 * before.
 */
async function tryAgain(page: Page, opened: Locator): Promise<'opened' | 'restart'> {
  await expect(opened).toBeHidden()
  await page.getByRole('button', { name: 'Try again' }).click()
  const restart = page.getByRole('button', { name: 'Restart' })
  await restart.or(opened).first().waitFor()
  return (await restart.isVisible()) ? 'restart' : 'opened'
}

/** Presses Restart and waits for the app's end; the test starts it again itself. */
async function restart(app: TestApp, page: Page): Promise<void> {
  await app.inMain(({ app: running }) => void Object.assign(running, { relaunch: () => undefined }))
  const ended = app.electron.waitForEvent('close')
  await page.getByRole('button', { name: 'Restart' }).click()
  await ended
}

test('keyring locked at the start', async ({ launch, desktop, profile, service }) => {
  await signInAndQuit(launch, ANA)
  const kept = await readCiphertexts(profile)

  await desktop.keyring?.lock()
  const second = await launch()
  const page = await second.window()
  await expect(page.getByText("can't be read")).toBeVisible()
  const sessions = page.getByRole('heading', { name: 'Sessions' })
  expect(await tryAgain(page, sessions)).toBe('restart')
  await desktop.keyring?.unlock()
  if ((await tryAgain(page, sessions)) === 'restart') {
    await restart(second, page)
    await waitForSessions(await (await launch()).window())
  } else await waitForSessions(page)
  expect(service.countRequests('POST /auth/login')).toBe(1)
  await reportState('locked at the start', { changed: await changedSince(kept, profile) })
})

for (const [keyring, state] of [
  ['none', 'absent'],
  ['unreachable', 'unreachable and then there'],
  ['locked', 'locked and then open'],
] as const) {
  test.describe(() => {
    test.use({ keyring })
    test(`keyring ${state} at the sign-in`, async ({ launch, desktop, profile, service }) => {
      const app = await launch()
      const page = await enter(app)
      await expect(page.getByText('You stay signed in only until you quit.')).toBeVisible()
      const token = service.requests.find(({ endpoint }) => endpoint === 'GET /auth/sessions')?.bearer ?? ''
      expect(await readCiphertexts(profile)).toEqual({})
      const opened = page.getByText('The keyring is open.')
      expect(await tryAgain(page, opened)).toBe('restart')
      if (keyring !== 'none') {
        // The keyring appears while the app runs.
        await desktop.keyring?.unlock()
        if ((await tryAgain(page, opened)) === 'restart') {
          await restart(app, page)
          const again = await enter(await launch())
          await expect(again.getByText('Saved in keyring')).toBeVisible()
        }
      }
      const hits = await scanForSecrets({ dirs: [profile], canaries: { token, password: ANA.password } })
      const left = service.state.sessionsOf(ANA.email).length
      const other = [...hits.map(({ where }) => where), ...(left === 1 ? [] : [`${left} sessions`])]
      await reportState(state, { other })
    })
  })
}

test('keyring lost while running', async ({ launch, desktop, service }) => {
  const app = await launch()
  const page = await enter(app)
  await desktop.keyring?.stop()
  await page.getByRole('row', { name: /This device/ }).hover()
  await page.getByRole('button', { name: 'Renew now' }).click()
  await expect(page.getByText('This sign-in was renewed')).toBeVisible()
  await app.quit()
  await desktop.keyring?.unlock()
  await waitForSessions(await (await launch()).window())
  const refused = service.requests.filter(({ status }) => status === 401).map(({ path }) => path)
  await reportState('lost', { refused })
})

test('keyring replaced by another', async ({ launch, profile, desktop }) => {
  await signInAndQuit(launch, ANA)
  const kept = await readCiphertexts(profile)

  await desktop.keyring?.replace()
  const second = await launch()
  const page = await second.window()
  await expect(page.getByText("can't be read")).toBeVisible()
  const changed = await changedSince(kept, profile)
  await page.getByLabel('Password').fill(ANA.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await waitForSessions(page)
  await second.quit()
  expect(await readCiphertexts(profile)).not.toEqual(kept)
  await waitForSessions(await (await launch()).window())
  await reportState('replaced', { changed })
})
