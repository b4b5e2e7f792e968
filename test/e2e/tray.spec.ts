import { answerDialog } from '../support/desktop/native-dialog.ts'
import { closeWindow, expect, labelsOf, test, windowsOf } from '../support/desktop/tray-fixture.ts'
import { ANA, waitForSessions, openSessions } from '../support/page-actions.ts'

test.skip(process.platform !== 'linux', 'Panels of other systems cannot be played here')

test.use({ ana: {} })

test('closing the window keeps the app in the tray, which hints at that once, ends a session and reopens the window', async ({
  panel,
  area,
  launch,
  service,
  desktop,
}) => {
  const app = await launch()
  service.state.addSession(ANA.email, { name: 'Old phone' })
  await openSessions(await app.window(), ANA)
  await closeWindow(app)
  const titles = (): string[] => area.shown.map(({ title }) => title)
  await expect.poll(titles).toEqual(['Session Desk is still running'])
  expect(await windowsOf(app)).toBe(0)
  expect((await panel.icon()).sides).toEqual([48])

  await expect.poll(async () => labelsOf(await panel.menu())).toContain('Old phone, never used…')
  await panel.click('Old phone, never used…')
  await answerDialog(desktop.env, 'no')
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(0)
  await panel.click('Old phone, never used…')
  await answerDialog(desktop.env, 'yes')
  await expect.poll(() => titles().slice(1)).toEqual(['Ended Old phone'])
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(1)
  await expect.poll(async () => labelsOf(await panel.menu())).not.toContain('Old phone, never used…')
  expect(labelsOf(await panel.menu())).toContain('1 session')
  expect(await windowsOf(app)).toBe(0)

  const opened = app.electron.waitForEvent('window')
  await panel.click('Open Session Desk')
  await waitForSessions(await opened)
  await closeWindow(app)
  const again = app.electron.waitForEvent('window')
  await panel.activate()
  await waitForSessions(await again)
  await closeWindow(app)
  expect(titles()).toHaveLength(2)

  for (const { id } of service.state.sessionsOf(ANA.email)) service.state.revokeSession(id)
  await panel.click('Renew now')
  await expect.poll(titles).toContain('Signed out')
  const last = app.electron.waitForEvent('window')
  area.click(area.shown.find(({ title }) => title === 'Signed out')!.id)
  await (await last).getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(JSON.stringify(area.shown)).not.toContain(ANA.email)
})

test('started hidden it shows no window until requested, and applies the background settings', async ({
  panel,
  area,
  launch,
  service,
}) => {
  const app = await launch('--hidden')
  await expect.poll(async () => labelsOf(await panel.menu().catch(() => []))).toContain('Open Session Desk')
  expect(await windowsOf(app)).toBe(0)
  expect((await app.startAgain('--hidden')).code).toBe(0)
  expect(await windowsOf(app)).toBe(0)
  const opened = app.electron.waitForEvent('window')
  await panel.click('Open Session Desk')
  const page = await opened
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(service.requests).toEqual([])

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
