import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { expect, test } from '../support/fixture.ts'
import type { OddAnswer, OddService } from '../support/odd-service.ts'
import { waitForSessions, signIn, openSessions } from '../support/page-actions.ts'

const ADA = { email: 'ada@example.com', password: 'whatever-it-is' }
const LOGIN = 'POST /auth/login'
const LOGOUT = 'POST /auth/logout'
const DONE: OddAnswer = { json: { success: true } }

/** Holds an endpoint's replies back until `release`; `arrival` resolves at the first request. */
function holdReplies(odd: OddService, endpoint: string) {
  let release = (_answer: OddAnswer): void => undefined
  const answer = new Promise<OddAnswer>((resolve) => (release = resolve))
  const before = odd.count(endpoint)
  odd.answer(endpoint, () => answer)
  const arrival = (): Promise<void> => expect.poll(() => odd.count(endpoint)).toBe(before + 1)
  return { release, arrival }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
}

/** Quits the app as its menu does, without waiting for its end. */
async function confirmQuit(app: TestApp): Promise<void> {
  await app.inMain(({ app: own }) => void setImmediate(() => own.quit()))
}

test('quitting waits for the reply to a sign-out, and shows it', async ({ launch, odd }) => {
  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  await openSessions(page, ADA)
  const logout = holdReplies(odd, LOGOUT)
  await signOut(page)
  await logout.arrival()
  await confirmQuit(app)
  await expect(page.getByText('Finishing your requests before quitting…')).toBeVisible()
  logout.release(DONE)
  await app.output.ended

  const next = await (await launch(`--server=${odd.baseUrl}`)).window()
  await expect(next.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(next.getByText('may still be signed in')).toHaveCount(0)
  expect(odd.count(LOGOUT)).toBe(1)
})

test('a sign-out without a reply ends with the app, and is sent again at the next start without a message', async ({
  launch,
  odd,
  profile,
}) => {
  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  await openSessions(page, ADA)
  const logout = holdReplies(odd, LOGOUT)
  await signOut(page)
  await logout.arrival()
  await confirmQuit(app)
  await app.output.ended

  odd.answer(LOGOUT, DONE)
  const next = await (await launch(`--server=${odd.baseUrl}`)).window()
  await expect.poll(() => odd.count(LOGOUT)).toBe(2)
  const [first, second] = odd.requests.filter(({ endpoint }) => endpoint === LOGOUT)
  expect(second?.token).toBe(first?.token)
  await expect(next.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(next.getByText('may still be signed in')).toHaveCount(0)
  const stored = async (name: string) =>
    JSON.parse(await readFile(join(profile, 'accounts', `${name}.json`), 'utf8')) as { value: object }
  await expect.poll(async () => (await stored('vault')).value).toEqual({})
  await expect.poll(async () => (await stored('logouts')).value).toEqual({})
})

test('the next start reports an unconfirmed sign-out until it is dismissed', async ({ launch, odd }) => {
  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  await openSessions(page, ADA)
  const logout = holdReplies(odd, LOGOUT)
  await signOut(page)
  await logout.arrival()
  await app.kill()

  odd.answer(LOGOUT, { status: 404, json: { message: 'Not found' } })
  const second = await launch(`--server=${odd.baseUrl}`)
  const next = await second.window()
  const notice = next.getByText(`Ada may still be signed in at ${new URL(odd.origin).host}.`)
  await expect(notice).toBeVisible()
  await expect(next.getByText("couldn't be saved, so it ended when the app closed")).toHaveCount(0)
  await second.quit()

  const third = await launch(`--server=${odd.baseUrl}`)
  const again = await third.window()
  const notice2 = again.getByText('Ada may still be signed in')
  await expect(notice2).toBeVisible()
  await again.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice2).toHaveCount(0)
  await third.quit()
  const last = await (await launch(`--server=${odd.baseUrl}`)).window()
  await expect(last.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(last.getByText('Ada may still be signed in')).toHaveCount(0)
  expect(odd.count(LOGOUT)).toBe(2)
})

test('quitting waits for the reply to a sign-in, and keeps its token', async ({ launch, odd }) => {
  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  const grant = odd.grant()
  const login = holdReplies(odd, LOGIN)
  await signIn(page, ADA)
  await login.arrival()
  await confirmQuit(app)
  await expect(page.getByText('Finishing your requests before quitting…')).toBeVisible()
  login.release(grant)
  await app.output.ended

  await waitForSessions(await (await launch(`--server=${odd.baseUrl}`)).window())
  expect([odd.count(LOGIN), odd.count(LOGOUT)]).toEqual([1, 0])
})

test('the next start reports a sign-in without a reply', async ({ launch, odd }) => {
  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  const login = holdReplies(odd, LOGIN)
  await signIn(page, ADA)
  await login.arrival()
  await confirmQuit(app)
  await app.output.ended

  odd.answer(LOGIN, null)
  const next = await (await launch(`--server=${odd.baseUrl}`)).window()
  const notice = next.getByText(`A sign-in at ${new URL(odd.origin).host} was interrupted.`)
  await expect(notice).toBeVisible()
  await openSessions(next, ADA)
  await expect(notice).toBeVisible()
  await next.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
})

test('quitting waits for the reply to a renewal, and keeps its token', async ({ launch, odd }) => {
  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  await openSessions(page, ADA)
  const renewed = odd.grant()
  const refresh = holdReplies(odd, 'POST /auth/refresh')
  await page.getByRole('button', { name: 'Renew now' }).click()
  await refresh.arrival()
  await confirmQuit(app)
  await expect(page.getByText('Finishing your requests before quitting…')).toBeVisible()
  refresh.release(renewed)
  await app.output.ended

  const before = odd.requests.length
  await waitForSessions(await (await launch(`--server=${odd.baseUrl}`)).window())
  const used = odd.requests.slice(before).map(({ token }) => token)
  expect(used).toContain('2|odd-secret-2')
  expect(used).not.toContain('1|odd-secret-1')
})
