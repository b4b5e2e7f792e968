import { expect, test } from '../support/shared-app.ts'
import { waitForSessions, signIn } from '../support/page-actions.ts'

test('a sign-out leaves no connection open', async ({ launch, odd }) => {
  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  await signIn(page, { email: 'ada@example.com', password: 'whatever-it-is' })
  await waitForSessions(page)
  expect(odd.openConnections()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('status')).toContainText('Ada is signed out.')
  await expect.poll(() => odd.openConnections()).toBe(0)
})
