import { expect, test } from '../support/desktop/tray-fixture.ts'
import { ODD_USER, oddSession } from '../support/odd-service.ts'
import { waitForSessions, signIn } from '../support/page-actions.ts'

test.skip(process.platform !== 'linux', 'Notification areas of other systems cannot be played here')

test('names from the service put no markup into a notification', async ({ area, launch, odd }) => {
  const user = {
    ...ODD_USER,
    name: 'Müller & Söhne',
    tenant: { id: 1, name: '<a href="https://phish.example">Click here</a>', status: 'active' },
  }
  odd.answer('GET /auth/me', { json: { success: true, data: { user } } })
  odd.answer('POST /auth/login', {
    json: { success: true, data: { user, token: '1|odd-secret', token_type: 'Bearer', expires_at: null } },
  })
  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  await signIn(page, { email: 'ada@example.com', password: 'whatever-it-is' })
  await waitForSessions(page)
  const sessions = [oddSession(), oddSession({ id: 9, name: 'Unknown device', is_current: false })]
  odd.answer('GET /auth/sessions', { json: { success: true, data: { sessions } } })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => area.shown.map(({ title }) => title)).toEqual(['New sign-in: Unknown device'])
  const body = area.shown[0]?.body ?? ''
  expect(body).not.toMatch(/[&<>]/)
  expect(body).toContain('Müller ＆ Söhne')
  expect(body).toContain('Click here')
})
