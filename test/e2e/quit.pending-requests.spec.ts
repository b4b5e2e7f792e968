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

const tokenOf = ({ json }: OddAnswer): string => (json as { data: { token: string } }).data.token

test('quitting waits for the reply to a sign-in and a renewal, and the next start says or sends again what had none', async ({
  launch,
  odd,
  profile,
}) => {
  const start = () => launch(`--server=${odd.baseUrl}`)
  const host = new URL(odd.origin).host
  const unconfirmed = (page: Page) => page.getByText(`Ada may still be signed in at ${host}.`)
  const interrupted = (page: Page) => page.getByText(`A sign-in at ${host} was interrupted.`)

  // No other session has the number of a later token.
  odd.lists()
  // Killed during a sign-out.
  const killed = await start()
  const first = await killed.window()
  await openSessions(first, ADA)
  const unanswered = holdReplies(odd, LOGOUT)
  await chooseInMenu(first, 'Sign out')
  await unanswered.arrival()
  await killed.kill()

  // Quit during a sign-in without a reply.
  odd.answer(LOGOUT, { status: 404, json: { message: 'Not found' } })
  const reporting = await start()
  const second = await reporting.window()
  await expect(unconfirmed(second)).toBeVisible()
  await expect(second.getByText("couldn't be saved, so it ended when the app closed")).toHaveCount(0)
  const unheard = holdReplies(odd, LOGIN)
  await signIn(second, ADA)
  await unheard.arrival()
  await confirmQuit(reporting)
  await reporting.output.ended

  // Each is reported until it is dismissed; quit during a sign-in.
  const signingIn = await start()
  const third = await signingIn.window()
  for (const notice of [unconfirmed(third), interrupted(third)]) {
    await expect(notice).toBeVisible()
    await third.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(notice).toHaveCount(0)
  }
  expect(odd.count(LOGOUT)).toBe(2)
  const login = holdReplies(odd, LOGIN)
  await signIn(third, ADA)
  await login.arrival()
  const grant = odd.grant()
  await quitAfter(signingIn, third, () => login.release(grant))

  // Quit during a renewal.
  const renewing = await start()
  const fourth = await renewing.window()
  await waitForSessions(fourth)
  await expect(fourth.getByText(/may still be signed in|was interrupted/)).toHaveCount(0)
  expect([odd.count(LOGIN), odd.count(LOGOUT)]).toEqual([3, 2])
  const refresh = holdReplies(odd, 'POST /auth/refresh')
  await fourth.getByRole('button', { name: 'Renew now' }).click()
  await refresh.arrival()
  const renewed = odd.grant()
  await quitAfter(renewing, fourth, () => refresh.release(renewed))

  // The newest token is used; quit during a sign-out without a reply.
  const before = odd.requests.length
  const leaving = await start()
  const fifth = await leaving.window()
  await waitForSessions(fifth)
  const used = odd.requests.slice(before).map(({ token }) => token)
  expect(used).toContain(tokenOf(renewed))
  expect(used).not.toContain(tokenOf(grant))
  const logout = holdReplies(odd, LOGOUT)
  await chooseInMenu(fifth, 'Sign out')
  await logout.arrival()
  await confirmQuit(leaving)
  await leaving.output.ended

  // Sent again, without a message.
  odd.answer(LOGOUT, DONE)
  const last = await (await start()).window()
  await expect.poll(() => odd.count(LOGOUT)).toBe(4)
  const [sent, sentAgain] = odd.requests.filter(({ endpoint }) => endpoint === LOGOUT).slice(2)
  expect([sent?.token, sentAgain?.token]).toEqual([tokenOf(renewed), tokenOf(renewed)])
  await expect(last.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(last.getByText(/may still be signed in|was interrupted/)).toHaveCount(0)
  const stored = async (name: string) =>
    JSON.parse(await readFile(join(profile, 'accounts', `${name}.json`), 'utf8')) as { value: object }
  await expect.poll(async () => (await stored('vault')).value).toEqual({})
  await expect.poll(async () => (await stored('logouts')).value).toEqual({})
})
