import { answerDialog } from '../support/desktop/native-dialog.ts'
import { closeWindow, expect, labelsOf, test, windowsOf } from '../support/desktop/tray-fixture.ts'
import { ANA, waitForSessions, signIn, openSessions } from '../support/page-actions.ts'

test.skip(process.platform !== 'linux', 'Panels of other systems cannot be played here')

test.use({ ana: {} })

test('closing the window keeps the app in the tray, with a hint once, and the tray reopens it', async ({
  panel,
  area,
  launch,
}) => {
  const app = await launch()
  await signIn(await app.window(), ANA)
  await waitForSessions(await app.window())
  await closeWindow(app)
  await expect.poll(() => area.shown.map(({ title }) => title)).toEqual(['Session Desk is still running'])
  expect(await windowsOf(app)).toBe(0)
  expect((await panel.icon()).sides).toEqual([48])

  const opened = app.electron.waitForEvent('window')
  await panel.click('Open Session Desk')
  await waitForSessions(await opened)
  await closeWindow(app)
  await expect.poll(() => windowsOf(app)).toBe(0)
  const again = app.electron.waitForEvent('window')
  await panel.activate()
  await waitForSessions(await again)
  expect(area.shown).toHaveLength(1)
})

test('ends a session from the tray, after a confirmation, with the window closed', async ({
  panel,
  area,
  launch,
  service,
  desktop,
}) => {
  const app = await launch()
  service.state.addSession(ANA.email, { name: 'Old phone' })
  await signIn(await app.window(), ANA)
  await waitForSessions(await app.window())
  await closeWindow(app)
  await expect.poll(() => area.shown.length).toBe(1)

  await expect.poll(async () => labelsOf(await panel.menu())).toContain('Old phone · never used…')
  await panel.click('Old phone · never used…')
  await answerDialog(desktop.env, 'no')
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(0)

  await panel.click('Old phone · never used…')
  await answerDialog(desktop.env, 'yes')
  await expect.poll(() => area.shown.map(({ title }) => title).slice(1)).toEqual(['Ended Old phone'])
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(1)
  await expect.poll(async () => labelsOf(await panel.menu())).not.toContain('Old phone · never used…')
  expect(labelsOf(await panel.menu())).toContain('1 session')
  expect(await windowsOf(app)).toBe(0)
})

test('started hidden it shows no window until requested, and sends no needless request', async ({
  panel,
  launch,
}) => {
  const app = await launch('--hidden')
  await expect.poll(async () => labelsOf(await panel.menu().catch(() => []))).toContain('Open Session Desk')
  expect(await windowsOf(app)).toBe(0)
  const again = await app.startAgain('--hidden')
  expect(again.code).toBe(0)
  expect(await windowsOf(app)).toBe(0)
  const opened = app.electron.waitForEvent('window')
  await panel.click('Open Session Desk')
  await (await opened).getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('applies the background settings', async ({ panel, area, launch, service }) => {
  const app = await launch()
  const page = await app.window()
  service.state.addSession(ANA.email, { name: 'Old phone' })
  await openSessions(page, ANA)
  await expect.poll(async () => labelsOf(await panel.menu())).toContain('Settings')
  await panel.click('Settings')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await page.getByRole('switch', { name: 'Show notifications' }).click()
  await page.getByRole('switch', { name: 'Keep running in the tray' }).click()
  await expect(page.getByRole('switch', { name: 'Keep running in the tray' })).not.toBeChecked()
  const ended = app.output.ended
  await closeWindow(app)
  await ended
  expect(area.shown).toEqual([])
})

test('notifies when a sign-in ends while the window is closed, and a click opens it', async ({
  panel,
  area,
  launch,
  service,
}) => {
  const app = await launch()
  await signIn(await app.window(), ANA)
  await waitForSessions(await app.window())
  await closeWindow(app)
  await expect.poll(() => area.shown.length).toBe(1)
  for (const { id } of service.state.sessionsOf(ANA.email)) service.state.revokeSession(id)
  await panel.click('Renew now')
  await expect.poll(() => area.shown.map(({ title }) => title)).toContain('Signed out')
  const opened = app.electron.waitForEvent('window')
  area.click(area.shown.find(({ title }) => title === 'Signed out')!.id)
  await (await opened).getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(JSON.stringify(area.shown)).not.toContain(ANA.email)
})
