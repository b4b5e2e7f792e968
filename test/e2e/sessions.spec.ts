import { expect, test } from '../support/shared-app.ts'
import { inDock, ANA, openSessions } from '../support/page-actions.ts'

test.use({ ana: {} })

test('ends one: 5 seconds to undo, then exactly one DELETE with the right bearer', async ({
  page,
  service,
}) => {
  const doomed = service.state.addSession(ANA.email, {
    name: 'Firefox on Ubuntu',
    lastUsedAt: Date.now() - 60_000,
  })
  const kept = service.state.addSession(ANA.email, { name: 'iPhone', lastUsedAt: Date.now() - 120_000 })
  await openSessions(page, ANA)
  const bearer = service.requests.find(({ endpoint }) => endpoint === 'GET /auth/sessions')?.bearer

  await page.getByRole('button', { name: 'End iPhone' }).click()
  await inDock(page, 'Undo').click()
  await expect(page.getByText('Ending iPhone')).toHaveCount(0)

  await page.getByRole('button', { name: 'End Firefox on Ubuntu' }).click()
  await expect(inDock(page, 'Undo')).toBeVisible()
  expect(service.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  await expect(page.getByText('Ended Firefox on Ubuntu')).toBeVisible()
  await expect(page.getByRole('row', { name: /Firefox on Ubuntu/ })).toHaveCount(0)

  const deletes = service.requests.filter(({ method }) => method === 'DELETE')
  expect(deletes.map(({ path, bearer: used }) => [path, used])).toEqual([
    [`/api/v1/auth/sessions/${doomed.id}`, bearer],
  ])
  expect(service.state.sessionsOf(ANA.email).map(({ id }) => id)).toContain(kept.id)
})
