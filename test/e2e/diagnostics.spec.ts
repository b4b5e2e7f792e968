import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { expect, test, type PracticeService } from '../support/fixture.ts'
import { waitForSessions, signIn } from '../support/page-actions.ts'

const BRUNO = { email: 'bruno-canary@example.com', password: 'canary-password-81c4e7' }

/** Signs in with a second factor, after a failure of the service; returns the secrets that no text may contain. */
async function signInAfterFailure(page: Page, service: PracticeService): Promise<Record<string, string>> {
  await service.state.addUser({ ...BRUNO, name: 'Bruno Canary', twoFactor: true })
  const failing = service.faults.add({ kind: 'status', status: 503, endpoint: 'POST /auth/login' })
  await signIn(page, BRUNO)
  await page.getByRole('alert').filter({ hasText: '503' }).waitFor()
  failing()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Verification code').fill(service.state.codeFor(BRUNO.email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await waitForSessions(page)
  const token = service.requests.find(({ endpoint }) => endpoint === 'GET /auth/sessions')?.bearer ?? ''
  expect(token).toMatch(/^\d+\|.{20,}/)
  return { ...BRUNO, name: 'Bruno Canary', token, secret: token.split('|')[1] ?? '' }
}

async function copied(app: TestApp, page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy diagnostics' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  return app.inMain(({ clipboard }) => clipboard.readText())
}

test('diagnostics list the failures and no secret, the log folder opens, and no other path, and an uncaught error is logged and redacted', async ({
  app,
  page,
  service,
  profile,
  tolerate,
}) => {
  tolerate.errors(
    /Error occurred in handler for 'request': Error: Refused: malformed/,
    /canary-error|main\.(uncaught|unhandled)/,
    /^\s+at /,
  )
  const canaries = await signInAfterFailure(page, service)
  const stopFailing = service.faults.add({ kind: 'reset', endpoint: 'GET /auth/sessions' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText("Can't reach").first().waitFor()
  stopFailing()
  service.faults.add({ kind: 'wrong-types', endpoint: 'GET /auth/sessions' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText("doesn't understand").first().waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()

  const text = await copied(app, page)
  const { version, electron } = await app.inMain(({ app: own }) => ({
    version: own.getVersion(),
    electron: process.versions.electron,
  }))
  const { host } = new URL(service.origin)
  for (const expected of [
    `Session Desk ${version}`,
    `Electron ${electron}, Chrome `,
    'Tokens: in the keyring, gnome_libsecret',
    `  ${host}: signedIn`,
    `POST /auth/login at ${host}: server 503`,
    `GET /auth/sessions at ${host}: offline interrupted`,
    `reading a response at ${host}: unexpectedAnswer shape`,
  ]) {
    expect(text).toContain(expected)
  }
  const logs = join(profile, 'logs')
  const log = await readFile(join(logs, 'session-desk.log'), 'utf8')
  expect(log).toContain('info app.started')
  expect(log).toContain('"cause":"server 503"')
  expect(
    await scanForSecrets({ dirs: [logs], texts: { text, output: app.output.all.join('\n') }, canaries }),
  ).toEqual([])
  if (process.platform !== 'win32') {
    expect((await stat(logs)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(logs)) expect((await stat(join(logs, name))).mode & 0o777).toBe(0o600)
  }

  await app.inMain(({ shell }) => {
    const seen = ((globalThis as { opened?: string[] }).opened = [] as string[])
    shell.openPath = async (path) => {
      seen.push(path)
      return seen.length === 1 ? '' : 'No application is registered'
    }
  })
  await page.getByRole('button', { name: 'Open log folder' }).click()
  const opened = () => app.inMain(() => (globalThis as { opened?: string[] }).opened)
  await expect.poll(opened).toEqual([logs])
  await page.getByRole('button', { name: 'Open log folder' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'log folder' })).toHaveText(
    "The log folder couldn't be opened.",
  )
  const refused = await page.evaluate(() =>
    (window as unknown as { sessionDesk: { invoke(...all: unknown[]): Promise<unknown> } }).sessionDesk
      .invoke('diagnostics:openFolder', '/etc')
      .catch((error: unknown) => String(error)),
  )
  expect(refused).toContain('malformed')
  expect(await opened()).toHaveLength(2)

  // An uncaught error is logged, redacted, without a raw dialog.
  const written = () => readFile(join(logs, 'session-desk.log'), 'utf8')
  await app.inMain(({ dialog }) => {
    dialog.showErrorBox = (title) => void ((globalThis as { shown?: string }).shown = title)
    setTimeout(() => {
      throw new TypeError('canary-error of canary@example.com')
    })
    void Promise.reject(new RangeError('canary-error, token=canary-secret'))
  })
  await expect
    .poll(written)
    .toContain('warn main.uncaught {"name":"TypeError","message":"canary-error of [hidden]"')
  await expect.poll(written).toContain('warn main.unhandled {"name":"RangeError"')
  expect(await written()).not.toMatch(/canary@|canary-secret/)
  expect(await app.inMain(() => (globalThis as { shown?: string }).shown ?? null)).toBeNull()
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
})
