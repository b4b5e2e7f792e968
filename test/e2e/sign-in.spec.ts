import { test as ownApp } from '../support/fixture.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, waitForSessions, signIn, openSessions } from '../support/page-actions.ts'

test.use({ ana: { name: 'Ana Ribeiro', tenant: 'Lagoa' } })

ownApp('signs in, stays signed in after a restart, and signs out', async ({ launch, service }) => {
  const first = await launch()
  const page = await first.window()
  await expect(page.getByLabel('Server address')).toHaveValue(service.baseUrl)
  await expect(page.getByLabel('Device name')).toHaveValue(/^Session Desk on .+/)
  await openSessions(page, ANA)
  expect(service.requests[0]?.body).toMatchObject({ device_name: expect.stringMatching(/^Session Desk on /) })
  await expect(page.getByRole('button', { name: 'Account menu' })).toContainText('Ana Ribeiro')
  await first.quit()
  expect(service.countRequests('POST /auth/logout')).toBe(0)

  const second = await launch()
  const again = await second.window()
  await waitForSessions(again)
  expect(service.countRequests('POST /auth/login')).toBe(1)

  await again.getByRole('button', { name: 'Account menu' }).click()
  await again.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await expect(again.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(again.getByRole('status')).toContainText('Ana Ribeiro is signed out.')
  expect(service.state.sessionsOf(ANA.email)).toEqual([])
  await expect(again.getByLabel('Server address')).toHaveValue(service.baseUrl)
  await second.quit()

  const third = await launch()
  await expect((await third.window()).getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('requests the list once, and again after a new sign-in to the same account', async ({
  page,
  service,
}) => {
  await openSessions(page, ANA)
  // This request follows a list on the same connection: a second list would arrive before it.
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect.poll(() => service.countRequests('GET /auth/me')).toBe(2)
  expect(service.countRequests('GET /auth/sessions')).toBe(1)

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Add account' }).click()
  await openSessions(page, ANA)
  await expect.poll(() => service.countRequests('GET /auth/sessions')).toBe(2)
})

ownApp('remembers the server address without a switch', async ({ launch, service }) => {
  const first = await launch()
  await signIn(await first.window(), ANA)
  await waitForSessions(await first.window())
  await (await first.window()).getByRole('button', { name: 'Account menu' }).click()
  await (await first.window()).getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await expect((await first.window()).getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await first.quit()
  // The last switch wins, and an invalid one is ignored.
  const second = await launch('--server=')
  await expect((await second.window()).getByLabel('Server address')).toHaveValue(service.baseUrl)
})

test('takes a server address without /api/v1', async ({ launch, service }) => {
  const app = await launch(`--server=${service.origin}`)
  const page = await app.window()
  await page.getByLabel('Server address').fill(`${service.origin}/`)
  await openSessions(page, ANA)
})

ownApp('signs out without the service, and says that it was unreachable', async ({ app, page, service }) => {
  await openSessions(page, ANA)
  await service.goOffline()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText("The service couldn't be reached")).toBeVisible()
  await app.quit()
  await service.goOnline()
  expect(service.state.sessionsOf(ANA.email)).toHaveLength(1)
})

test.describe('with two-factor', () => {
  const BRUNO = { email: 'bruno@example.com', password: 'another good password' }
  test.beforeEach(async ({ service }) => {
    await service.state.addUser({ ...BRUNO, name: 'Bruno', twoFactor: true })
  })

  test('asks for the code; a wrong one keeps the password step', async ({ page, service }) => {
    await signIn(page, BRUNO)
    await expect(page.getByRole('heading', { name: 'Two-factor verification' })).toBeVisible()
    const code = page.getByLabel('Verification code')
    const right = service.state.codeFor(BRUNO.email)
    const wrong = right === '123456' ? '654321' : '123456'
    await code.fill(wrong)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('alert')).toContainText("wasn't accepted")
    await expect(code).toHaveValue(wrong)
    await code.fill(right)
    await page.getByRole('button', { name: 'Verify' }).click()
    await waitForSessions(page)
    expect(service.countRequests('POST /auth/login')).toBe(1)
    const sent = service.requests.filter(({ endpoint }) => endpoint === 'POST /auth/two-factor')
    expect(sent.map(({ body }) => (body as { email: string }).email)).toEqual([BRUNO.email, BRUNO.email])
  })
})
