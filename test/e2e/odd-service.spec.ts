import { expect, test } from '../support/fixture.ts'
import { sessionsShown, signIn } from '../support/people.ts'

test('the app works with a second service too', async ({ launch, odd }) => {
  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  await signIn(page, { email: 'ada@example.com', password: 'whatever-it-is' })
  await sessionsShown(page)
  await expect(page.getByRole('table').getByText('Phone')).toBeVisible()
})
