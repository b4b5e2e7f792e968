import { closeWindow, labelsOf, windowsOf } from '../support/desktop/tray-fixture.ts'
import { expect, test } from '../support/fixture.ts'
import { answerDialog } from '../support/desktop/native-dialog.ts'
import { startNotificationArea } from '../support/desktop/notification-area.ts'
import { startPanel } from '../support/desktop/panel.ts'
import { ANA, waitForSessions, openSessions } from '../support/page-actions.ts'

test.skip(process.platform !== 'linux', 'Other systems always have a tray')

test.use({ ana: {} })

test('without a tray the app quits with its window and keeps its sign-in, unless the setting keeps it running', async ({
  launch,
  desktop,
}) => {
  const area = await startNotificationArea(desktop.busAddress ?? '')
  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  await page.getByRole('link', { name: 'Settings' }).click()
  const keep = page.getByRole('switch', { name: 'Keep running without a tray' })
  await expect(keep).not.toBeChecked()
  await keep.click()
  await expect(keep).toBeChecked()
  await closeWindow(app)
  await expect.poll(() => windowsOf(app)).toBe(0)
  const opened = app.electron.waitForEvent('window')
  await app.startAgain()
  const again = await opened
  await waitForSessions(again)

  await again.getByRole('link', { name: 'Settings' }).click()
  await again.getByRole('switch', { name: 'Keep running without a tray' }).click()
  await expect(again.getByRole('switch', { name: 'Keep running without a tray' })).not.toBeChecked()
  await closeWindow(app)
  await app.output.ended
  expect(area.shown).toEqual([])
  area.stop()
  await waitForSessions(await (await launch()).window())
})

test('without a tray a window closed during unfinished work reopens on request', async ({
  launch,
  service,
  desktop,
}) => {
  const app = await launch()
  const page = await app.window()
  for (const name of ['One', 'Two']) service.state.addSession(ANA.email, { name })
  await openSessions(page, ANA)
  service.faults.add({ kind: 'delay', ms: 30_000, endpoint: 'DELETE /auth/sessions/{id}' })
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End 2 sessions' }).click()
  await expect.poll(() => service.countRequests('DELETE /auth/sessions/{id}')).toBeGreaterThan(0)
  const opened = app.electron.waitForEvent('window')
  await closeWindow(app)
  await answerDialog(desktop.env, 'no')
  await waitForSessions(await opened)
  service.faults.clear()
  await closeWindow(app)
  await answerDialog(desktop.env, 'yes')
  await app.output.ended
})

test.describe('with time', () => {
  test.use({ clockSpeed: 5 })

  test('uses a tray that appears, and opens a window when the tray never appears or disappears', async ({
    launch,
    desktop,
  }) => {
    const app = await launch('--hidden')
    const first = await app.window()
    await openSessions(first, ANA)
    await first.getByRole('link', { name: 'Settings' }).click()
    await first.getByRole('switch', { name: 'Keep running without a tray' }).waitFor()

    const panel = await startPanel(desktop.busAddress ?? '')
    await first.getByRole('switch', { name: 'Keep running in the tray' }).waitFor()
    await expect.poll(async () => labelsOf(await panel.menu().catch(() => []))).toContain('Open Session Desk')
    expect((await panel.icon()).sides).toEqual([48])
    await closeWindow(app)
    await expect.poll(() => windowsOf(app)).toBe(0)
    const opened = app.electron.waitForEvent('window')
    panel.stop()
    await waitForSessions(await opened)
  })
})
