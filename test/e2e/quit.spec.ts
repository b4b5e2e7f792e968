import { answerDialog } from '../support/desktop/native-dialog.ts'
import { expect, test } from '../support/fixture.ts'
import { revokeAll, openWithSessions } from '../support/bulk-actions.ts'

test.use({ clockSpeed: 5 })

test.skip(process.platform !== 'linux', 'Dialogs of other systems cannot be answered here')

test('quitting during a bulk revocation asks first, and leaves the rest to the next start', async ({
  launch,
  service,
  desktop,
}) => {
  const app = await launch()
  const page = await app.window()
  await openWithSessions(page, service, 40)
  service.faults.add({ kind: 'delay', endpoint: 'DELETE /auth/sessions/{id}', ms: 400 })
  await revokeAll(page, 40)
  await expect.poll(() => service.countRequests('DELETE /auth/sessions/{id}')).toBeGreaterThan(4)
  await app.inMain(({ app: own }) => void setImmediate(() => own.quit()))
  await answerDialog(desktop.env, 'no')
  const before = service.countRequests('DELETE /auth/sessions/{id}')
  await expect.poll(() => service.countRequests('DELETE /auth/sessions/{id}')).toBeGreaterThan(before)

  await app.inMain(({ app: own }) => void setImmediate(() => own.quit()))
  await answerDialog(desktop.env, 'yes')
  await app.output.ended
  const sent = service.countRequests('DELETE /auth/sessions/{id}')
  expect(sent).toBeLessThan(40)

  const again = await launch()
  await expect((await again.window()).getByRole('button', { name: 'Continue' })).toBeVisible()
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(sent)
})
