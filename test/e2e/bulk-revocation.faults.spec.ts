import type { Bridge } from '../../electron/shared/bridge.ts'
import type { FaultInput } from '../service/faults/model.ts'
import { expect, test } from '../support/fixture.ts'
import { END, revokeAll, openWithSessions } from '../support/bulk-actions.ts'
import { inDock, ANA, openSessions } from '../support/page-actions.ts'

const OTHERS = 1_500

/** The keys and ids of the listed sessions of the active account; runs in the page. */
async function listedIds(): Promise<[key: number, id: number][]> {
  const { sessionDesk } = window as unknown as { sessionDesk: Bridge }
  const state = await sessionDesk.invoke('appState:get')
  const accountId = (state.ok && state.value.activeAccountId) || ''
  const list = await sessionDesk.invoke('session:list', { accountId })
  const rows = JSON.parse((list.ok && list.value.rows) || '[]') as { key: number; id: number }[]
  return rows.map(({ key, id }) => [key, id])
}

test.use({ serviceOptions: { rateLimit: { requests: 100, windowSeconds: 4 } } })

test(
  '1,500 sessions, a limit of 100 in 4 s, and a kill in the middle: each is ended once',
  { tag: '@long' },
  async ({ launch, service }) => {
    test.setTimeout(240_000)
    await service.state.addUser({ ...ANA, name: 'Ana' })
    const ids = Array.from(
      { length: OTHERS },
      (_, index) =>
        // Old ones: whether those of the last minute are gone takes a longer look.
        service.state.addSession(ANA.email, {
          name: `Device ${index}`,
          createdAt: Date.now() - 86_400_000,
          lastUsedAt: Date.now(),
        }).id,
    )
    const ends = () => service.requests.filter(({ method }) => method === 'DELETE')
    const carriedOut = () => ends().filter(({ status }) => status === 200)

    const first = await launch()
    const page = await first.window()
    await openSessions(page, ANA)
    await page.getByRole('button', { name: 'End all others' }).click()
    await page.getByRole('button', { name: 'End 1,500 sessions' }).click()
    await expect.poll(() => carriedOut().length, { timeout: 60_000 }).toBeGreaterThan(500)
    await first.kill()
    const atKill = ends().length

    const again = await (await launch()).window()
    await expect(again.getByText(/^[\d,]+ sessions haven't ended yet$/)).toBeVisible()
    expect(ends()).toHaveLength(atKill)
    await again.getByRole('button', { name: 'Continue' }).click()
    // Of those that were claimed before the kill, only what was answered and stored counts as ended by this app.
    const results = again.getByRole('region', { name: 'Ending sessions' })
    const heading = results.getByText(/^Ended [\d,]+ sessions$|^[\d,]+ ended, [\d,]+ no longer signed in$/)
    await expect(heading).toBeVisible({ timeout: 150_000 })
    const [ended = 0, gone = 0] = ((await heading.textContent()) ?? '')
      .match(/\d[\d,]*/g)!
      .map((count) => Number(count.replaceAll(',', '')))
    expect(ended + gone).toBe(OTHERS)
    // Answers are stored within a second, in which two windows of the limit may fall.
    expect(gone).toBeLessThanOrEqual(200)

    // Exactly the others, each once; a request refused with a 429 ended nothing and does not count.
    const done = carriedOut().map(({ path }) => Number(path.split('/').at(-1)))
    expect(done.toSorted((a, b) => a - b)).toEqual(ids)
    expect(ends().every(({ status }) => status === 200 || status === 429 || status === null)).toBe(true)
    expect(service.state.sessionsOf(ANA.email)).toHaveLength(1)
    await expect(again.getByRole('row', { name: /This device/ })).toBeVisible()
    expect(service.countRequests('POST /auth/logout-all')).toBe(0)
  },
)

test('404s, lost replies, 500s and a kill in between: each row shows the state at the service, and the history has each end once', async ({
  launch,
  service,
}) => {
  const first = await launch()
  const page = await first.window()
  const ids = await openWithSessions(page, service, 60)
  const kinds: FaultInput[] = [
    { kind: 'reset', when: 'after', endpoint: END },
    { kind: 'status', status: 500, endpoint: END },
    { kind: 'reset', when: 'before', endpoint: END },
    { kind: 'status', status: 502, when: 'after', endpoint: END },
    { kind: 'status', status: 403, endpoint: END },
  ]
  for (let nth = 5; nth <= 60; nth += 5)
    service.faults.add({ ...kinds[(nth / 5) % kinds.length]!, calls: { nth } })
  // Six at once would have ended all 60 before a busy machine kills the app.
  const slow = service.faults.add({ kind: 'delay', ms: 600, endpoint: END })
  const idsByKey = new Map(await page.evaluate(listedIds))
  await revokeAll(page, 60)
  await inDock(page, 'Undo').waitFor()
  for (const id of ids.slice(45, 50)) service.state.revokeSession(id)
  await expect
    .poll(() => service.countRequests(END), { intervals: [50], timeout: 30_000 })
    .toBeGreaterThan(20)
  await first.kill()
  slow()
  // An end that the service completes after the first list of the next start would not count as one by this app.
  await expect.poll(() => service.requests.every(({ ended }) => ended)).toBe(true)

  const again = await (await launch()).window()
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(again.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 60_000 })
  const rows = await again.evaluate(async () => {
    const { sessionDesk } = window as unknown as { sessionDesk: Bridge }
    const answer = await sessionDesk.invoke('ends:get')
    return answer.ok ? answer.value.flatMap(({ ends }) => ends) : []
  })
  const idOf = ({ key }: { key: number }): number => idsByKey.get(key) ?? 0
  expect(rows.map(idOf).toSorted((a, b) => a - b)).toEqual(ids)
  const there = new Set(service.state.sessionsOf(ANA.email).map(({ id }) => id))
  for (const row of rows)
    expect([idOf(row), row.state === 'ended' || row.state === 'gone']).toEqual([
      idOf(row),
      !there.has(idOf(row)),
    ])
  expect(rows.filter(({ state }) => state === 'refused' || state === 'stillListed').length).toBe(
    there.size - 1,
  )

  service.faults.clear()
  await again.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => service.state.sessionsOf(ANA.email).length, { timeout: 60_000 }).toBe(1)
  await expect(again.getByRole('row', { name: /This device/ })).toBeVisible()
  await again.getByRole('link', { name: 'Activity', exact: true }).click()
  const history = again.getByRole('table', { name: 'History' })
  // The columns, the day, this sign-in and the ends; a long list renders only the rows in view.
  await expect(history).toHaveAttribute('aria-rowcount', '63')
  await expect(history.getByRole('row', { name: /Ended.*Device/ }).first()).toContainText('This app')
})
