import { expect, test } from '../support/fixture.ts'
import { sessionsShown, signIn } from '../support/people.ts'

const ANA = { email: 'ana@example.com', password: 'correct horse battery' }
const OTHERS = 1_500

test.use({ serviceOptions: { rateLimit: { requests: 100, windowSeconds: 4 } } })

test('1,500 sessions, a limit of 100 in 4 s, and a kill in the middle: each is ended once', async ({
  launch,
  service,
}) => {
  test.setTimeout(240_000)
  await service.state.addUser({ ...ANA, name: 'Ana' })
  const ids = Array.from(
    { length: OTHERS },
    (_, index) => service.state.addSession(ANA.email, { name: `Device ${index}`, lastUsedAt: Date.now() }).id,
  )
  const ends = () => service.requests.filter(({ method }) => method === 'DELETE')
  const carriedOut = () => ends().filter(({ status }) => status === 200)

  const first = await launch()
  const page = await first.window()
  await signIn(page, ANA)
  await sessionsShown(page)
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('button', { name: 'End 1500 sessions' }).click()
  await expect.poll(() => carriedOut().length, { timeout: 60_000 }).toBeGreaterThan(500)
  await first.kill()
  const atKill = ends().length

  const again = await (await launch()).window()
  await expect(again.getByText(/^[\d,]+ sessions are not ended yet$/)).toBeVisible({ timeout: 20_000 })
  expect(ends()).toHaveLength(atKill)
  await again.getByRole('button', { name: 'Go on' }).click()
  await expect(again.getByText('Ended 1,500 sessions')).toBeVisible({ timeout: 150_000 })

  // Exactly the others, each once; what was refused for the moment was not carried out, and is no end.
  const done = carriedOut().map(({ path }) => Number(path.split('/').at(-1)))
  expect(done.toSorted((a, b) => a - b)).toEqual(ids)
  expect(ends().every(({ status }) => status === 200 || status === 429 || status === null)).toBe(true)
  expect(service.state.sessionsOf(ANA.email)).toHaveLength(1)
  await expect(again.getByRole('row', { name: /This device/ })).toBeVisible()
  expect(service.countRequests('POST /auth/logout-all')).toBe(0)

  // Once it was asked to wait, only what was on its way by then arrives, at once; the next one comes after the wait.
  const refused = ends().filter(({ status }) => status === 429)
  const groups = refused.reduce<number[][]>((found, { at }) => {
    const last = found.at(-1)
    if (last && at - last[0]! < 500) last.push(at)
    else found.push([at])
    return found
  }, [])
  expect(groups.length).toBeGreaterThan(5)
  expect(groups.filter((group) => group.length > 4)).toEqual([])
  const waits = groups.slice(1).map(([at], index) => at! - groups[index]![0]!)
  expect(waits.filter((wait) => wait < 1_000)).toEqual([])
})
