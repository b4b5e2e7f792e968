import { test as ownApp } from '../support/fixture.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, waitForSessions, openSessions } from '../support/page-actions.ts'

// Short enough to wait for: the renewal starts after half of it.
test.use({ clockSpeed: 5, serviceOptions: { tokenLifetimeSeconds: 20 }, ana: {} })

ownApp('renews a token before it expires, and keeps it after a restart', async ({ launch, service }) => {
  const first = await launch()
  const page = await first.window()
  await openSessions(page, ANA)
  await expect.poll(() => service.countRequests('POST /auth/refresh')).toBeGreaterThan(0)
  await waitForSessions(page)
  const [own, ...others] = service.state.sessionsOf(ANA.email)
  expect([own?.expiresAt === undefined, others]).toEqual([false, []])
  await first.quit()

  const second = await launch()
  await waitForSessions(await second.window())
  expect(service.countRequests('POST /auth/login')).toBe(1)
  const refused = service.requests.filter(({ status }) => status === 401)
  expect(refused).toEqual([])
})

test('explains a renewal whose reply was lost, and offers to end the orphaned session', async ({
  page,
  service,
}) => {
  service.faults.add({ kind: 'reset', when: 'after', endpoint: 'POST /auth/refresh' })
  await openSessions(page, ANA)
  await expect(page.getByText('The connection broke while the sign-in')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(ANA.email)
  expect(service.countRequests('POST /auth/refresh')).toBe(1)

  const [orphan] = service.state.sessionsOf(ANA.email)
  await page.getByLabel('Password').fill(ANA.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await waitForSessions(page)
  await expect(page.getByText('A renewal was interrupted')).toBeVisible()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect.poll(() => service.countRequests(`DELETE /auth/sessions/{id}`)).toBe(1)
  expect(service.requests.find(({ method }) => method === 'DELETE')?.path).toContain(`/${orphan?.id}`)
  await expect(page.getByText('A renewal was interrupted')).toBeHidden()
})
