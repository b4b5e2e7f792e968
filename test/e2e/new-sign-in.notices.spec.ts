import { startDunst } from '../support/desktop/dunst.ts'
import type { Shown } from '../support/desktop/notification-area.ts'
import { closeWindow, expect, labelsOf, test, windowsOf } from '../support/desktop/tray-fixture.ts'
import { inDock, ANA, openSessions, refresh } from '../support/page-actions.ts'

test.skip(process.platform !== 'linux', 'Notification servers of other systems cannot be played here')

// A name with markup and an account in another script, as anybody may call their phone.
const PHONE = 'Телефон <b>Анны</b>'
const ANNA = 'Анна <i>И.</i> & 李'
const TITLE = 'New sign-in: Телефон ‹b›Анны‹/b›'
const END = 'DELETE /auth/sessions/{id}'

test.use({ ana: { name: ANNA } })

test('a new sign-in stays until it is decided on: each button does what it says for its session alone', async ({
  panel,
  area,
  launch,
  service,
}) => {
  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  const add = (name: string) => service.state.addSession(ANA.email, { name, lastUsedAt: Date.now() })
  add(PHONE)
  add('Tablet')
  await refresh(page)
  const found = async (title: string): Promise<Shown> => {
    await expect.poll(() => area.shown.map((one) => one.title)).toContain(title)
    return area.shown.findLast((one) => one.title === title)!
  }
  const phone = await found(TITLE)
  expect(phone).toMatchObject({
    body: "Анна &lt;i&gt;И.&lt;/i&gt; &amp; 李, Practice Tenant\nIf it wasn't you, end it and change your password.",
    actions: ['default', 'Show', '0', 'It was me', '1', 'End…'],
    urgency: 2,
    timeout: 0,
  })
  const tablet = await found('New sign-in: Tablet')

  // Without its window, which the one button needs and the other one does not.
  await closeWindow(app)
  area.press(tablet, 'It was me')
  await expect.poll(() => area.closed).toContain(tablet.id)
  const menu = async (): Promise<string> => labelsOf(await panel.menu()).join('\n')
  await expect.poll(menu).not.toContain('New: Tablet')
  expect(await menu()).toContain(`New: ${PHONE}`)
  expect([await windowsOf(app), area.closed]).toEqual([0, [tablet.id]])

  const opened = app.electron.waitForEvent('window')
  area.press(phone, 'End…')
  const again = await opened
  const question = again.getByRole('alertdialog')
  await expect(question).toContainText('End 1 session?')
  await expect(question.getByText(PHONE)).toBeVisible()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(service.countRequests(END)).toBe(0)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(again.getByRole('row', { name: /Телефон/ })).toBeFocused()
  await expect(again.getByRole('button', { name: '1 new', exact: true })).toBeVisible()

  // What its button ends can be undone, as in the list.
  add('Old laptop')
  await refresh(again)
  const laptop = await found('New sign-in: Old laptop')
  area.press(laptop, 'End…')
  await question.getByRole('button', { name: 'End 1 session' }).click()
  await inDock(again, 'Undo').click()
  await expect(again.getByRole('button', { name: 'End Old laptop' })).toBeVisible()
  area.press(phone, 'End…')
  expect(service.countRequests(END)).toBe(0)
  await again.getByRole('button', { name: 'End Old laptop' }).click()
  await expect(again.getByText('Ended Old laptop')).toBeVisible()
  expect(service.countRequests(END)).toBe(1)

  // A click on the notification itself shows the row, as it always did. The buttons would do nothing after the end of the app.
  add('Kitchen radio')
  add('Car')
  await refresh(again)
  area.click((await found('New sign-in: Kitchen radio')).id)
  await expect(again.getByRole('row', { name: /Kitchen radio/ })).toBeFocused()
  await expect(question).toHaveCount(0)
  const car = await found('New sign-in: Car')
  expect(area.closed).not.toContain(car.id)
  await app.quit()
  await expect.poll(() => area.closed).toContain(car.id)
  for (const secret of [ANA.email, ANA.password]) expect(JSON.stringify(area.shown)).not.toContain(secret)
})

test('dunst, which people use, shows it with its buttons, and a name with markup as text', async ({
  desktop,
  launch,
  service,
}) => {
  const dunst = await startDunst(desktop)
  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  service.state.addSession(ANA.email, { name: PHONE, lastUsedAt: Date.now() })
  await refresh(page)
  await expect.poll(dunst.displayed).toBe(1)
  await dunst.press('End…')
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(PHONE)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await dunst.offered()).toMatch(/It was me/)
  await expect.poll(dunst.displayed).toBe(0)
  const [gone] = await dunst.history()
  expect(gone?.timeout).toBe(0)
  expect(gone?.message).toContain(
    '<b>New sign-in: Телефон ‹b›Анны‹/b›</b>\nАнна &lt;i&gt;И.&lt;/i&gt; &amp; 李',
  )
  await expect(page.getByText(`New sign-in: ${PHONE}`)).toBeVisible()

  service.state.addSession(ANA.email, { name: 'Tablet', lastUsedAt: Date.now() })
  await refresh(page)
  await expect.poll(dunst.displayed).toBe(1)
  await dunst.press('It was me')
  await expect(page.getByText('New sign-in: Tablet')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '1 new', exact: true })).toBeVisible()
  await expect.poll(dunst.displayed).toBe(0)
  expect(service.countRequests(END)).toBe(0)
  await app.quit()
  await dunst.stop()
})
