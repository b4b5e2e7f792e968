import { expect, test, type PracticeService } from '../support/fixture.ts'
import { signInAll, waitForSessions } from '../support/page-actions.ts'

const LIST = 'GET /auth/sessions'
const COUNT = 8
const USERS = Array.from({ length: COUNT }, (_, index) => ({
  email: `person-${index}@example.com`,
  password: 'correct horse battery',
}))

/** The tokens of the requests for a list, in the order of their first request. */
function listers({ requests }: PracticeService): string[] {
  return [...new Set(requests.flatMap((each) => (each.endpoint === LIST ? (each.bearer ?? []) : [])))]
}

test('many accounts: checks the active one first, and each over its own connections, in few sessions', async ({
  launch,
  service,
}) => {
  for (const person of USERS) await service.state.addUser({ ...person, name: person.email })
  const first = await launch()
  const page = await first.window()
  await signInAll(page, service.baseUrl, USERS)
  await waitForSessions(page)
  await first.quit()

  service.clearRequests()
  const app = await launch()
  const again = await app.window()
  await app.inMain(({ app: electronApp }) => {
    const counted = globalThis as { sessionsMade?: number }
    counted.sessionsMade = 0
    electronApp.on('session-created', () => (counted.sessionsMade = (counted.sessionsMade ?? 0) + 1))
  })
  await waitForSessions(again)
  await expect.poll(() => listers(service).length, { timeout: 30_000 }).toBe(COUNT)
  // A token begins with the id of its session.
  const [active] = service.state.sessionsOf(USERS.at(-1)!.email)
  expect(listers(service)[0]?.split('|')[0]).toBe(`${active?.id}`)
  const tokensOf = new Map<number, Set<string | null>>()
  for (const { connection, bearer } of service.requests)
    tokensOf.set(connection, new Set([...(tokensOf.get(connection) ?? []), bearer]))
  expect([...tokensOf.values()].filter(({ size }) => size > 1)).toEqual([])
  const made = await app.inMain(() => (globalThis as { sessionsMade?: number }).sessionsMade)
  expect(made).toBeLessThan(COUNT / 2 + 1)
})
