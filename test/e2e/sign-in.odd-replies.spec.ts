import { expect, test } from '../support/shared-app.ts'
import { ODD_USER, type OddAnswer, type OddService } from '../support/odd-service.ts'
import { waitForSessions, signIn, openSessions } from '../support/page-actions.ts'
import { fillRegistration, openRegister, sendRegistration } from '../support/registration-actions.ts'

const ADA = { email: 'ada@example.com', password: 'a-password-of-ada' }
const TOKEN = '41|odd-secret-of-a-grant'

const { id: _id, ...NAMELESS } = ODD_USER

/** A successful reply with a token and unusual neighbours. */
const GRANT = { success: 'true', data: { token: TOKEN, expires_at: 'never', user: NAMELESS } }

/** Waits until the app uses the token, and expects no logout. */
async function tokenIsUsed(odd: OddService): Promise<void> {
  await expect.poll(() => odd.requests.at(-1)?.token).toBe(TOKEN)
  expect(odd.count('POST /auth/logout')).toBe(0)
}

test('uses the token of an unusual reply', async ({ launch, odd }) => {
  odd.answer('POST /auth/login', { json: GRANT })
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await openSessions(page, ADA)
  await expect(page.getByRole('button', { name: 'Account menu' })).toContainText('Ada')
  await tokenIsUsed(odd)
  expect(odd.count('POST /auth/login')).toBe(1)
})

test('uses it after a two-factor code too', async ({ launch, odd }) => {
  odd.answer('POST /auth/login', { json: { success: true, two_factor_required: true } })
  odd.answer('POST /auth/two-factor', {
    json: { success: 0, two_factor_required: true, data: { token: TOKEN, expires_at: '' } },
  })
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await signIn(page, ADA)
  await page.getByLabel('Verification code').fill('123456')
  await page.getByRole('button', { name: 'Verify' }).click()
  await waitForSessions(page)
  await tokenIsUsed(odd)
})

test('uses it after a registration', async ({ launch, odd }) => {
  odd.answer('POST /auth/register', {
    status: 201,
    json: { success: 'yes', data: { token: TOKEN, user: {} } },
  })
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await openRegister(page)
  await fillRegistration(page)
  await sendRegistration(page)
  await waitForSessions(page)
  await tokenIsUsed(odd)
})

test('uses it after a renewal', async ({ launch, odd }) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await openSessions(page, ADA)
  odd.answer('POST /auth/refresh', { json: { success: false, data: { token: TOKEN, expires_at: '' } } })
  await page.getByRole('button', { name: 'Renew now' }).click()
  await expect(page.getByText('This sign-in was renewed')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await tokenIsUsed(odd)
  expect(odd.count('POST /auth/refresh')).toBe(1)
})

const UNKNOWN_OWNER: OddAnswer = { json: { success: true, data: { token: TOKEN, user: NAMELESS } } }

test('logs out a token whose user is unknown, and says so', async ({ launch, odd }) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  odd.answer('POST /auth/login', UNKNOWN_OWNER)
  odd.answer('GET /auth/me', { status: 500 })
  await signIn(page, ADA)
  const banner = page.getByRole('alert')
  await expect(banner).toContainText("You signed in, but your account couldn't be read")
  await expect(banner).toContainText('this session was ended')
  await expect(banner).toContainText('(500)')
  expect(odd.requests.at(-1)).toMatchObject({ endpoint: 'POST /auth/logout', token: TOKEN })
  odd.answer('POST /auth/logout', { cut: true })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(banner).toContainText('The session may stay in your list')
  // A refused token is not a wrong password.
  odd.answer('GET /auth/me', { status: 401, json: { message: 'Unauthenticated.' } })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => odd.count('POST /auth/logout')).toBe(3)
  await expect(banner).toContainText("You signed in, but your account couldn't be read")
  await expect(page.getByText("don't match")).toHaveCount(0)
})

test('does the same after a code and after a registration', async ({ launch, odd }) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  odd.answer('GET /auth/me', { status: 500 })
  odd.answer('POST /auth/logout', { status: 500 })
  odd.answer('POST /auth/login', { json: { success: true, two_factor_required: true } })
  odd.answer('POST /auth/two-factor', UNKNOWN_OWNER)
  await signIn(page, ADA)
  await page.getByLabel('Verification code').fill('123456')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect(page.getByRole('alert')).toContainText('The session may stay in your list')
  odd.answer('POST /auth/register', UNKNOWN_OWNER)
  await openRegister(page)
  await fillRegistration(page)
  await sendRegistration(page)
  const created = page.getByRole('status').filter({ hasText: 'Your account was created. Sign in.' })
  await expect(created).toContainText('Your list may include a session that registration started')
})
