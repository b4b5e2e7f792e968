import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { expect, test } from '../support/fixture.ts'
import type { OddAnswer, OddService } from '../support/odd-service.ts'
import { waitForSessions, signIn, openSessions, chooseInMenu, ADA } from '../support/page-actions.ts'

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

/** Quits the app as its menu does, without waiting for its end. */
async function confirmQuit(app: TestApp): Promise<void> {
  await app.inMain(({ app: own }) => void setImmediate(() => own.quit()))
}

/** Quits the app, which shows that it finishes, and releases what it waits for. */
async function quitAfter(app: TestApp, page: Page, release: () => void): Promise<void> {
  await confirmQuit(app)
  await expect(page.getByText('Finishing your requests before quitting…')).toBeVisible()
  release()
  await app.output.ended
}

test('quitting waits for the reply to a sign-in, a renewal and a sign-out, and keeps the newest token', async ({
  launch,
  odd,
}) => {
  const start = () => launch(`--server=${odd.baseUrl}`)
  const first = await start()
  const page = await first.window()
  const grant = odd.grant()
  const login = holdReplies(odd, LOGIN)
  await signIn(page, ADA)
  await login.arrival()
  await quitAfter(first, page, () => login.release(grant))

  const second = await start()
  const signedIn = await second.window()
  await waitForSessions(signedIn)
  expect([odd.count(LOGIN), odd.count(LOGOUT)]).toEqual([1, 0])
  const renewed = odd.grant()
  const refresh = holdReplies(odd, 'POST /auth/refresh')
  await signedIn.getByRole('button', { name: 'Renew now' }).click()
  await refresh.arrival()
  await quitAfter(second, signedIn, () => refresh.release(renewed))

  const before = odd.requests.length
  const third = await start()
  const again = await third.window()
  await waitForSessions(again)
  const used = odd.requests.slice(before).map(({ token }) => token)
  expect(used).toContain('2|odd-secret-2')
  expect(used).not.toContain('1|odd-secret-1')
  const logout = holdReplies(odd, LOGOUT)
  await chooseInMenu(again, 'Sign out')
  await logout.arrival()
  await quitAfter(third, again, () => logout.release(DONE))

  const last = await (await start()).window()
  await expect(last.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(last.getByText('may still be signed in')).toHaveCount(0)
  expect(odd.count(LOGOUT)).toBe(1)
})

test('the next start reports a sign-in without a reply, and sends a sign-out without one again, without a message', async ({
  launch,
  odd,
  profile,
}) => {
  const start = () => launch(`--server=${odd.baseUrl}`)
  const first = await start()
  const login = holdReplies(odd, LOGIN)
  await signIn(await first.window(), ADA)
  await login.arrival()
  await confirmQuit(first)
  await first.output.ended

  odd.answer(LOGIN, null)
  const second = await start()
  const page = await second.window()
  const notice = page.getByText(`A sign-in at ${new URL(odd.origin).host} was interrupted.`)
  await expect(notice).toBeVisible()
  await openSessions(page, ADA)
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
  const logout = holdReplies(odd, LOGOUT)
  await chooseInMenu(page, 'Sign out')
  await logout.arrival()
  await confirmQuit(second)
  await second.output.ended

  odd.answer(LOGOUT, DONE)
  const next = await (await start()).window()
  await expect.poll(() => odd.count(LOGOUT)).toBe(2)
  const [sent, sentAgain] = odd.requests.filter(({ endpoint }) => endpoint === LOGOUT)
  expect(sentAgain?.token).toBe(sent?.token)
  await expect(next.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(next.getByText(/may still be signed in|was interrupted/)).toHaveCount(0)
  const stored = async (name: string) =>
    JSON.parse(await readFile(join(profile, 'accounts', `${name}.json`), 'utf8')) as { value: object }
  await expect.poll(async () => (await stored('vault')).value).toEqual({})
  await expect.poll(async () => (await stored('logouts')).value).toEqual({})
})

test('the next start reports an unconfirmed sign-out until it is dismissed', async ({ launch, odd }) => {
  const start = () => launch(`--server=${odd.baseUrl}`)
  const app = await start()
  const page = await app.window()
  await openSessions(page, ADA)
  const logout = holdReplies(odd, LOGOUT)
  await chooseInMenu(page, 'Sign out')
  await logout.arrival()
  await app.kill()

  odd.answer(LOGOUT, { status: 404, json: { message: 'Not found' } })
  const second = await start()
  const next = await second.window()
  await expect(next.getByText(`Ada may still be signed in at ${new URL(odd.origin).host}.`)).toBeVisible()
  await expect(next.getByText("couldn't be saved, so it ended when the app closed")).toHaveCount(0)
  await second.quit()

  const third = await start()
  const again = await third.window()
  const notice = again.getByText('Ada may still be signed in')
  await expect(notice).toBeVisible()
  await again.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
  await third.quit()
  const last = await (await start()).window()
  await expect(last.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(last.getByText('Ada may still be signed in')).toHaveCount(0)
  expect(odd.count(LOGOUT)).toBe(2)
})
