import { answerDialog } from '../support/desktop/native-dialog.ts'
import { closeWindow, expect, labelsOf, test, windowsOf } from '../support/desktop/tray-fixture.ts'
import { ANA, waitForSessions, signInAll } from '../support/page-actions.ts'

const BO = { email: 'bo@example.com', password: 'another good password' }
const END = 'DELETE /auth/sessions/{id}'
const LIST = 'GET /auth/sessions'
const DAY = 86_400_000

test.use({ clockSpeed: 5 })

test.skip(process.platform !== 'linux', 'Panels of other systems cannot be played here')

test('from the tray, window closed: ends inactive sessions of all accounts, and all others of one account; a start checks many in few sessions', async ({
  panel,
  area,
  launch,
  service,
  desktop,
}) => {
  const { state } = service
  const longAgo = Date.now() - 100 * DAY
  await state.addUser({ ...ANA, name: 'Ana', tenant: 'North' })
  await state.addUser({ ...BO, name: 'Bo', tenant: 'South' })
  for (const { email } of [ANA, BO]) {
    state.addSession(email, { name: 'Old phone', createdAt: longAgo, lastUsedAt: longAgo })
    state.addSession(email, { name: 'Watch', lastUsedAt: Date.now() })
  }
  for (const name of ['Tablet', 'TV']) state.addSession(ANA.email, { name, lastUsedAt: Date.now() })
  const app = await launch()
  const page = await app.window()
  await signInAll(page, service.baseUrl, [ANA, BO])
  await waitForSessions(page)
  await closeWindow(app)
  await expect.poll(() => area.shown.length).toBe(1)
  const groups = async (): Promise<string[]> =>
    (await panel.menu()).filter(({ lines }) => lines.length > 0).map(({ label }) => label)
  const titles = (): string[] => area.shown.map(({ title }) => title).slice(1)
  const left = (): number[] => [ANA, BO].map(({ email }) => state.sessionsOf(email).length)
  await expect.poll(groups).toEqual(['Ana, North (5)', 'Bo, South (3)'])
  const before = panel.layouts()

  // Ages count as reliable once the service has updated this device's own last use.
  for (const group of await groups()) {
    await expect(async () => {
      await panel.click('Check now', group)
      expect(labelsOf((await panel.menu()).filter(({ label }) => label === group))).toContain(
        'End 1 unused for 90 days…',
      )
    }).toPass()
  }
  await panel.click('End inactive in all accounts…')
  await answerDialog(desktop.env, 'yes')
  await expect.poll(left).toEqual([4, 2])
  expect(service.countRequests(END)).toBe(2)
  await expect.poll(titles).toEqual(['Ended 1 session', 'Ended 1 session'])
  await expect.poll(groups).toEqual(['Ana, North (4)', 'Bo, South (2)'])

  await panel.click('End all others…', 'Ana, North (4)')
  await answerDialog(desktop.env, 'yes')
  await expect.poll(() => titles().slice(2)).toEqual(['Ended 3 sessions'])
  expect(area.shown.at(-1)?.body).toContain('Ana, North')
  expect([service.countRequests(END), service.countRequests('POST /auth/logout-all')]).toEqual([5, 0])
  expect(left()).toEqual([1, 2])
  await expect.poll(groups).toEqual(['Ana, North (1)', 'Bo, South (2)'])
  expect(panel.layouts()).toBeGreaterThan(before)

  await panel.click('Sign out everywhere…', 'Bo, South (2)')
  await answerDialog(desktop.env, 'yes')
  await expect
    .poll(() => area.shown.at(-1))
    .toMatchObject({ title: 'Signed out everywhere', body: 'Bo, South' })
  expect(service.countRequests('POST /auth/logout-all')).toBe(1)
  await expect.poll(async () => labelsOf(await panel.menu())).toContain('Ana, North')
  expect(labelsOf(await panel.menu())).not.toContain('Bo, South')
  expect(await windowsOf(app)).toBe(0)
  expect(JSON.stringify(area.shown)).not.toContain('@')

  // Many accounts: a start checks the active one first, each over its own connections, in few sessions, for one menu.
  const users = Array.from({ length: 9 }, (_, index) => ({
    email: `person-${index}@example.com`,
    password: 'correct horse battery',
  }))
  for (const person of users) await state.addUser({ ...person, name: person.email })
  const opened = app.electron.waitForEvent('window')
  await panel.click('Open Session Desk')
  const reopened = await opened
  await waitForSessions(reopened)
  await signInAll(reopened, service.baseUrl, users)
  await waitForSessions(reopened)
  await app.quit()

  service.clearRequests()
  const layouts = panel.layouts()
  const next = await launch()
  const again = await next.window()
  await next.inMain(({ app: electronApp }) => {
    const counted = globalThis as { sessionsMade?: number }
    counted.sessionsMade = 0
    electronApp.on('session-created', () => (counted.sessionsMade = (counted.sessionsMade ?? 0) + 1))
  })
  await waitForSessions(again)
  await expect(async () => {
    const withCount = labelsOf(await panel.menu()).filter((label) => label.endsWith(' (1)'))
    expect(withCount).toHaveLength(10)
  }).toPass()
  // The first menu has no lists yet; a slow computer may see more than one burst.
  expect(panel.layouts() - layouts).toBeLessThan(5)

  const listers = service.requests.flatMap(({ endpoint, bearer }) =>
    endpoint === LIST ? (bearer ?? []) : [],
  )
  expect(new Set(listers).size).toBe(10)
  // A token begins with the id of its session.
  const [active] = service.state.sessionsOf(users.at(-1)!.email)
  expect(listers[0]?.split('|')[0]).toBe(`${active?.id}`)
  const bearers = new Map<number, Set<string | null>>()
  for (const { connection, bearer } of service.requests)
    bearers.set(connection, new Set([...(bearers.get(connection) ?? []), bearer]))
  expect([...bearers.values()].filter(({ size }) => size > 1)).toEqual([])
  const made = await next.inMain(() => (globalThis as { sessionsMade?: number }).sessionsMade)
  expect(made).toBeLessThanOrEqual(5)
})
