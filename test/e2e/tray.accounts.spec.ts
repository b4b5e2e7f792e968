import { answerDialog } from '../support/desktop/native-dialog.ts'
import { closeWindow, expect, labelsOf, test, windowsOf } from '../support/desktop/tray-fixture.ts'
import { ANA, waitForSessions, signInAll, openSessions } from '../support/page-actions.ts'

const BO = { email: 'bo@example.com', password: 'another good password' }

test.use({ clockSpeed: 5 })

test.skip(process.platform !== 'linux', 'Panels of other systems cannot be played here')

test('from the tray, window closed: ends all others of one account and none of the other', async ({
  panel,
  area,
  launch,
  service,
  desktop,
}) => {
  test.setTimeout(120_000)
  await service.state.addUser({ ...ANA, name: 'Ana', tenant: 'North' })
  await service.state.addUser({ ...BO, name: 'Bo', tenant: 'South' })
  for (const name of ['Old phone', 'Tablet', 'TV']) service.state.addSession(ANA.email, { name })
  service.state.addSession(BO.email, { name: 'Bo’s watch' })
  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Add account' }).click()
  await openSessions(page, BO)
  await closeWindow(app)
  await expect.poll(() => area.shown.length).toBe(1)

  const groups = async (): Promise<string[]> =>
    (await panel.menu()).filter(({ lines }) => lines.length > 0).map(({ label }) => label)
  await expect.poll(groups).toEqual(['Ana, North (4)', 'Bo, South (2)'])
  const before = panel.layouts()

  await panel.click('End all others…', 'Ana, North (4)')
  await answerDialog(desktop.env, 'yes')
  await expect
    .poll(() => area.shown.map(({ title }) => title).slice(1), { timeout: 20_000 })
    .toEqual(['Ended 3 sessions'])
  expect(area.shown[1]?.body).toContain('Ana, North')
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(3)
  expect(service.countRequests('POST /auth/logout-all')).toBe(0)
  expect(service.state.sessionsOf(ANA.email)).toHaveLength(1)
  expect(service.state.sessionsOf(BO.email)).toHaveLength(2)
  await expect.poll(groups).toEqual(['Ana, North (1)', 'Bo, South (2)'])
  expect(panel.layouts()).toBeGreaterThan(before)

  await panel.click('Sign out everywhere…', 'Bo, South (2)')
  await answerDialog(desktop.env, 'yes')
  await expect.poll(() => area.shown.at(-1)?.title).toBe('Bo, South is signed out on every device.')
  expect(service.countRequests('POST /auth/logout-all')).toBe(1)
  await expect.poll(async () => labelsOf(await panel.menu())).toContain('Ana, North')
  expect(labelsOf(await panel.menu())).not.toContain('Bo, South')
  expect(await windowsOf(app)).toBe(0)
  expect(JSON.stringify(area.shown)).not.toContain('@')
})

test('notifies once about a sign-in made elsewhere, marks the tray, and a click opens its row', async ({
  panel,
  area,
  launch,
  service,
}) => {
  await service.state.addUser({ ...ANA, name: 'Ana' })
  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  await page.getByRole('link', { name: 'Settings' }).click()
  const plain = await panel.icon()
  expect(area.shown).toEqual([])
  service.state.addSession(ANA.email, { name: 'Strange phone' })
  await expect
    .poll(() => area.shown.map(({ title }) => title), { timeout: 15_000 })
    .toEqual(['New sign-in: Strange phone'])
  await expect
    .poll(async () => labelsOf(await panel.menu()))
    .toContain('New: Strange phone · signed in today…')
  expect((await panel.icon()).print).not.toBe(plain.print)

  area.click(area.shown[0]!.id)
  await expect(page.getByRole('row', { name: /Strange phone/ })).toBeFocused()
  await page.getByRole('button', { name: 'It was me: Strange phone' }).click()
  await expect.poll(async () => (await panel.icon()).print).toBe(plain.print)
  expect(area.closed).toContain(area.shown[0]!.id)

  // The app's own actions raise none: a renewal, and a list after it.
  await page.getByRole('button', { name: 'Renew now' }).click()
  await expect(page.getByText('This sign-in was renewed')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await waitForSessions(page)
  expect(area.shown).toHaveLength(1)
})

test('“It was me” in the tray acknowledges the sign-in, which stays listed', async ({
  panel,
  launch,
  service,
}) => {
  await service.state.addUser({ ...ANA, name: 'Ana' })
  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  service.state.addSession(ANA.email, { name: 'Strange phone' })
  await panel.click('Check now')
  await expect.poll(async () => labelsOf(await panel.menu())).toContain('It was me')
  await panel.click('It was me')
  await expect.poll(async () => labelsOf(await panel.menu())).toContain('Strange phone · never used…')
  await expect(page.getByRole('row', { name: /Strange phone/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'It was me: Strange phone' })).toBeHidden()
})

test('ends the inactive sessions of all accounts after one dialog, and no other', async ({
  panel,
  launch,
  service,
  desktop,
}) => {
  const longAgo = Date.now() - 100 * 86_400_000
  for (const [person, tenant] of [
    [ANA, 'North'],
    [BO, 'South'],
  ] as const) {
    await service.state.addUser({ ...person, name: person.email.slice(0, 3), tenant })
    service.state.addSession(person.email, { name: 'Old phone', createdAt: longAgo, lastUsedAt: longAgo })
    service.state.addSession(person.email, { name: 'Tablet', lastUsedAt: Date.now() })
  }
  const app = await launch()
  const page = await app.window()
  await signInAll(page, service.baseUrl, [ANA, BO])
  await waitForSessions(page)
  await closeWindow(app)

  // Ages count as reliable once the service has updated this device's own last use.
  for (const group of ['ana, North (3)', 'bo@, South (3)']) {
    await expect(async () => {
      await panel.click('Check now', group)
      expect(labelsOf((await panel.menu()).filter(({ label }) => label === group))).toContain(
        'End 1 unused for 90 days…',
      )
    }).toPass()
  }
  await panel.click('End inactive in all accounts…')
  await answerDialog(desktop.env, 'yes')
  const left = (): number[] => [ANA, BO].map(({ email }) => service.state.sessionsOf(email).length)
  await expect.poll(left, { timeout: 20_000 }).toEqual([2, 2])
  expect(service.countRequests('DELETE /auth/sessions/{id}')).toBe(2)
  for (const { email } of [ANA, BO])
    expect(service.state.sessionsOf(email).map(({ name }) => name)).toContain('Tablet')
})

test('does not rebuild the menu while nothing changes', async ({ panel, launch, service }) => {
  await service.state.addUser({ ...ANA, name: 'Ana' })
  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  await expect.poll(async () => labelsOf(await panel.menu())).toContain('1 session')
  const before = panel.layouts()
  const listsBefore = service.countRequests('GET /auth/sessions')
  for (let round = 1; round <= 3; round++) {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect
      .poll(() => service.countRequests('GET /auth/sessions'))
      .toBeGreaterThanOrEqual(listsBefore + round)
  }
  await waitForSessions(page)
  expect(panel.layouts()).toBe(before)
})

test('builds the menu of many accounts once for all their lists', async ({ panel, launch, service }) => {
  const users = Array.from({ length: 10 }, (_, index) => ({
    email: `person-${index}@example.com`,
    password: 'correct horse battery',
  }))
  for (const person of users) await service.state.addUser({ ...person, name: person.email })
  const first = await launch()
  await signInAll(await first.window(), service.baseUrl, users)
  await first.quit()

  const before = panel.layouts()
  const app = await launch()
  await waitForSessions(await app.window())
  await expect(async () => {
    const withCount = labelsOf(await panel.menu()).filter((label) => label.endsWith(' (1)'))
    expect(withCount).toHaveLength(users.length)
  }).toPass({ timeout: 30_000 })
  // The first menu has no lists yet; a slow computer may see more than one burst.
  expect(panel.layouts() - before).toBeLessThan(users.length / 2)
})
