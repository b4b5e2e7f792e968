import { closeWindow, labelsOf, windowsOf } from '../support/desktop/tray-fixture.ts'
import { expect, test } from '../support/fixture.ts'
import { END, revokeAll } from '../support/bulk-actions.ts'
import { answerDialog } from '../support/desktop/native-dialog.ts'
import { startNotificationArea } from '../support/desktop/notification-area.ts'
import { startPanel } from '../support/desktop/panel.ts'
import { ANA, waitForSessions, openSessions } from '../support/page-actions.ts'

test.skip(process.platform !== 'linux', 'Other systems always have a tray')

test.use({ ana: {}, clockSpeed: 5 })

test('without a tray the app quits with its window unless the setting keeps it running, asks first during a bulk revocation, and leaves the rest to the next start', async ({
  launch,
  service,
  desktop,
}) => {
  const area = await startNotificationArea(desktop.busAddress ?? '')
  for (let index = 1; index <= 40; index++) service.state.addSession(ANA.email, { name: `Device ${index}` })
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

  await again.getByRole('link', { name: 'Sessions', exact: true }).click()
  service.faults.add({ kind: 'delay', endpoint: END, ms: 2_000 })
  await revokeAll(again, 40)
  const sent = () => service.countRequests(END)
  await expect.poll(sent).toBeGreaterThan(0)
  await app.inMain(({ app: own }) => void setImmediate(() => own.quit()))
  await answerDialog(desktop.env, 'no')
  const before = sent()
  await expect.poll(sent).toBeGreaterThan(before)
  const reopened = app.electron.waitForEvent('window')
  await closeWindow(app)
  await answerDialog(desktop.env, 'no')
  await waitForSessions(await reopened)
  await closeWindow(app)
  await answerDialog(desktop.env, 'yes')
  await app.output.ended
  const atEnd = sent()
  expect(atEnd).toBeLessThan(40)
  expect(area.shown).toEqual([])
  area.stop()

  const next = await launch()
  await expect((await next.window()).getByRole('button', { name: 'Continue' })).toBeVisible()
  expect(sent()).toBe(atEnd)
  await closeWindow(next)
  await next.output.ended
})

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
