import { expect, test } from '../support/fixture.ts'
import type { OddAnswer } from '../support/odd-service.ts'
import { waitForSessions, openSessions, ADA } from '../support/page-actions.ts'

const LOGIN = 'POST /auth/login'
const REFRESH = 'POST /auth/refresh'
const LIST = 'GET /auth/sessions'

/** A grant whose token expires in so many ms. */
function endingIn(ms: number, grant: OddAnswer): OddAnswer {
  const { data } = grant.json as { data: object }
  return { json: { success: true, data: { ...data, expires_at: new Date(Date.now() + ms).toISOString() } } }
}

const SPEED = 5
test.use({ clockSpeed: SPEED })

test('renews a token of 30 s after one failed try', async ({ launch, odd }) => {
  const good = new Set<string | null>()
  const grant = (): OddAnswer => {
    const answer = endingIn(30_000, odd.grant())
    const { data } = answer.json as { data: { token: string; expires_at: string } }
    good.add(data.token)
    setTimeout(() => good.delete(data.token), 30_000 / SPEED).unref()
    return answer
  }
  odd.answer(LOGIN, grant)
  let failures = 0
  odd.answer(REFRESH, () => (failures++ === 0 ? { status: 500, json: { message: 'Oops' } } : grant()))
  const plainList = { id: 1, name: 'Session Desk', last_used_at: null, created_at: null, is_current: true }
  const refused: OddAnswer = { status: 401, json: { message: 'Unauthenticated.' } }
  for (const [endpoint, data] of [
    [LIST, { sessions: [plainList] }],
    ['GET /auth/me', { user: { id: 7, name: 'Ada', email: ADA.email } }],
  ] as const)
    odd.answer(endpoint, ({ token }) => (good.has(token) ? { json: { success: true, data } } : refused))

  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  await openSessions(page, ADA)
  // A visible window polls every 10 s anyway; a hidden app must be woken by the renewal alone.
  await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  const first = odd.requests.find(({ endpoint }) => endpoint === LOGIN)?.at ?? NaN
  await expect.poll(() => odd.count(REFRESH), { timeout: 40_000 }).toBeGreaterThan(1)
  const second = odd.requests.filter(({ endpoint }) => endpoint === REFRESH)[1]?.at ?? NaN
  expect(second - first).toBeLessThan(30_000 / SPEED)
  // The token of the sign-in has expired by now.
  await expect.poll(() => good.has('1|odd-secret-1'), { timeout: 40_000 }).toBe(false)
  await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.restore())
  await waitForSessions(page)
  await expect(page.getByText('The service no longer accepts')).toHaveCount(0)
})
