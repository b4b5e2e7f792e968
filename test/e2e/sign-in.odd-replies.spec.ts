import { expect, test } from '../support/shared-app.ts'
import { ODD_USER, type OddAnswer } from '../support/odd-service.ts'
import { signIn } from '../support/page-actions.ts'

const ADA = { email: 'ada@example.com', password: 'a-password-of-ada' }
const TOKEN = '41|odd-secret-of-a-grant'

const { id: _id, ...NAMELESS } = ODD_USER

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
