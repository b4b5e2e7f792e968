import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { violations } from '../support/checks/axe.ts'
import { contentsOf } from '../support/checks/page-contents.ts'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { expect, test } from '../support/fixture.ts'
import { openSessions, refresh, rows, signIn, waitForSessions } from '../support/page-actions.ts'
import type { PracticeService } from '../support/fixture.ts'

const BRUNO = { email: 'bruno@example.com', password: 'canary-password-81c4e7' }

const TOKEN_LIKE = 'canary0sieve1canary2sieve3canary4sieve5x'
const NAMED_CANARY = 'canary-of-a-field-27f1'

async function signInWithCode(
  page: Page,
  service: PracticeService,
): Promise<{ code: string; token: string }> {
  await service.state.addUser({ ...BRUNO, name: 'Bruno', twoFactor: true })
  await signIn(page, BRUNO)
  const code = service.state.codeFor(BRUNO.email)
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await waitForSessions(page)
  const token = service.requests.find(({ endpoint }) => endpoint === 'GET /auth/sessions')?.bearer ?? ''
  expect(token).toMatch(/^\d+\|.{20,}/)
  return { code, token }
}

/**
 * Searches the app's folders and output while it runs and after it quits. Searches for the six-digit code in texts only:
 * binary files contain it by chance.
 */
async function search(app: TestApp, page: Page, profile: string, secrets: { code: string; token: string }) {
  const canaries = {
    token: secrets.token,
    secret: secrets.token.split('|')[1] ?? '',
    password: BRUNO.password,
  }
  const texts = { page: await contentsOf(page) }
  const running = await scanForSecrets({ dirs: [profile], texts, canaries })
  await app.quit()
  const output = app.output.all.join('\n')
  const ended = await scanForSecrets({ dirs: [profile], texts: { output }, canaries })
  const own = await readTexts(join(profile, 'accounts'))
  const code = [texts.page, output, own].filter((text) => text.includes(secrets.code))
  return [...running, ...ended, ...code]
}

async function readTexts(folder: string): Promise<string> {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
}

test('with a keyring the disk holds the token as ciphertext only, in files of the owner alone, and keeps one that cannot be decrypted, byte for byte', async ({
  launch,
  service,
  profile,
}) => {
  const app = await launch()
  const page = await app.window()
  const secrets = await signInWithCode(page, service)
  await expect(page.getByText('Saved in keyring')).toBeVisible()
  expect(await search(app, page, profile, secrets)).toEqual([])
  const file = join(profile, 'accounts', 'vault.json')
  const stored = await readFile(file, 'utf8')
  const vault = JSON.parse(stored) as { value: Record<string, string> }
  const ciphertext = Buffer.from(Object.values(vault.value)[0] ?? '', 'base64')
  expect(ciphertext.subarray(0, 3).toString()).toBe('v11')
  if (process.platform !== 'win32') {
    expect((await stat(join(profile, 'accounts'))).mode & 0o777).toBe(0o700)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  }

  const kept = stored.replace(/(":\s*"[A-Za-z0-9+/]{12})(....)/, '$1AAAA')
  await writeFile(file, kept)
  const second = await launch()
  await expect((await second.window()).getByText("can't be read")).toBeVisible()
  await second.quit()
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(kept))
})

test('what a service sends with a session beyond the API is shown and found, but for its secrets', async ({
  launch,
  service,
  profile,
}) => {
  await service.state.addUser({ ...BRUNO, name: 'Bruno' })
  const fields = {
    ...{ ip_address: '203.0.113.7', city: 'Lisbon', country: 'Portugal', two_step: true },
    ...{ accessToken: NAMED_CANARY, remember: TOKEN_LIKE, last_payload: { of: NAMED_CANARY } },
  }
  service.state.addSession(BRUNO.email, { name: 'iPhone', fields })
  service.state.addSession(BRUNO.email, { name: 'Tablet' })
  const app = await launch()
  const page = await app.window()
  // The details are beside the list.
  await page.setViewportSize({ width: 1240, height: 800 })
  await openSessions(page, BRUNO)
  await page.getByRole('searchbox').fill('203.0.113')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('button', { name: 'iPhone', exact: true }).click()
  const said = page.getByRole('region', { name: 'From the service' })
  await expect(said.getByRole('definition')).toHaveText(['203.0.113.7', 'Lisbon, Portugal', 'true'])
  await expect(said.getByRole('term')).toHaveText(['IP address', 'Place', 'two_step'])
  expect(await violations(page), 'details with fields of the service').toEqual([])

  // The list has a change at once, and the disk when it stores something else.
  fields.ip_address = '203.0.113.99'
  await refresh(page)
  await expect(said.getByRole('definition').first()).toHaveText('203.0.113.99')
  const texts = { page: await contentsOf(page) }
  await app.quit()
  const stored = await readTexts(join(profile, 'accounts'))
  expect([stored.includes('203.0.113.7'), stored.includes('203.0.113.99')]).toEqual([true, false])
  const canaries = { named: NAMED_CANARY, token: TOKEN_LIKE, 'its beginning': TOKEN_LIKE.slice(0, 12) }
  expect(await scanForSecrets({ dirs: [profile], texts, canaries })).toEqual([])
})

test.describe('without a keyring', () => {
  test.use({ keyring: 'none' })

  test('never writes the token: signed in until quit, with a banner', async ({
    launch,
    service,
    profile,
  }) => {
    const first = await launch()
    const page = await first.window()
    const secrets = await signInWithCode(page, service)
    await expect(page.getByText('You stay signed in only until you quit.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('status').filter({ hasText: "still doesn't open" })).toBeVisible()
    expect(await search(first, page, profile, secrets)).toEqual([])
    // The token is lost with the app, so the app ends its session instead of leaving it listed.
    expect(service.state.sessionsOf(BRUNO.email)).toEqual([])

    const second = await launch()
    const again = await second.window()
    await expect(again.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(again.getByLabel('Email')).toHaveValue(BRUNO.email)
  })
})
