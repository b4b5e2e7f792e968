import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/fixture.ts'
import { ANA, rows, seed, waitForSessions, openSessions, chooseInMenu } from '../support/page-actions.ts'

const BRUNO = { email: 'bruno@example.com', password: 'another good password' }

type Json = Record<string, unknown>

/** Changes the content of one of the app's files, as a disk defect or another version would. */
function damage(path: string, change: (value: Json) => void): void {
  const file = JSON.parse(readFileSync(path, 'utf8')) as { value: Json }
  change(file.value)
  writeFileSync(path, JSON.stringify(file))
}

test.use({ ana: {} })
test.beforeEach(async ({ service }) => {
  await service.state.addUser({ ...BRUNO, name: 'Bruno' })
})

test('an unreadable account comes back with its token, and the app says what it could not read', async ({
  launch,
  profile,
  tolerate,
}) => {
  tolerate.errors(/store\.rowsSetAside/)
  const first = await launch()
  const page = await first.window()
  await openSessions(page, BRUNO)
  await chooseInMenu(page, 'Add account')
  await openSessions(page, ANA)
  await first.quit()

  const folder = join(profile, 'accounts')
  const vault = (): Json =>
    (JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8')) as { value: Json }).value
  const tokens = vault()
  expect(Object.keys(tokens)).toHaveLength(2)
  const before = readFileSync(join(folder, 'accounts.json'), 'utf8')
  damage(join(folder, 'accounts.json'), ({ accounts }) => {
    const bruno = (accounts as { user: Json }[]).find(({ user }) => user['name'] === 'Bruno')
    if (bruno) bruno.user['email'] = { of: 'another version' }
  })

  const second = await launch()
  const again = await second.window()
  await waitForSessions(again)
  await expect(again.getByRole('button', { name: 'Account menu' })).toContainText('Ana')
  await expect(again.getByText("Some data of Session Desk couldn't be read")).toBeVisible()
  await expect(again.getByText(/Not read in full, found on .*: accounts\./)).toBeVisible()
  await again.getByRole('button', { name: 'Dismiss' }).click()
  await expect(again.getByText("Some data of Session Desk couldn't be read")).toHaveCount(0)
  await again.getByRole('button', { name: 'Account menu' }).click()
  await again.getByRole('menuitemradio', { name: 'Bruno' }).click()
  await waitForSessions(again)
  await second.quit()
  expect(vault()).toEqual(tokens)
  const aside = readdirSync(folder).filter((name) => name.startsWith('accounts.unreadable-'))
  expect(aside).toHaveLength(1)

  // A repaired file brings everything back, and the dismissed notice does not come again.
  writeFileSync(join(folder, 'accounts.json'), before)
  const third = await launch()
  const last = await third.window()
  await waitForSessions(last)
  await expect(last.getByText("Some data of Session Desk couldn't be read")).toHaveCount(0)
  await last.getByRole('button', { name: 'Account menu' }).click()
  await last.getByRole('menuitemradio', { name: 'Bruno' }).click()
  await waitForSessions(last)
})

test('an account comes back although the whole file is lost, and its ends ask whether to go on', async ({
  launch,
  profile,
  service,
  tolerate,
}) => {
  tolerate.errors(/store\.setAside/)
  seed(service, ANA.email, 30)
  service.faults.add({ kind: 'delay', ms: 400, endpoint: 'DELETE /auth/sessions/{id}' })
  const first = await launch()
  const page = await first.window()
  await openSessions(page, ANA)
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('button', { name: 'End 30 sessions' }).click()
  await expect.poll(() => service.countRequests('DELETE /auth/sessions/{id}')).toBeGreaterThan(2)
  await first.kill()
  service.faults.clear()
  writeFileSync(join(profile, 'accounts', 'accounts.json'), '{"value":')

  const second = await launch()
  const again = await second.window()
  await waitForSessions(again)
  await expect(again.getByText(/sessions haven't ended yet/)).toBeVisible()
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(again.getByText(/^Ended \d+ sessions/).first()).toBeVisible()
  // With the token of the first run: nobody signed in again.
  await expect(rows(again)).toHaveCount(1)
  expect(service.countRequests('POST /auth/login')).toBe(1)
})

test('sessions raise no alert, and the activity does not say that nothing happened, because a history was lost', async ({
  launch,
  profile,
  service,
  tolerate,
}) => {
  tolerate.errors(/accountFile\.setAside/)
  seed(service, ANA.email, 3)
  const first = await launch()
  const page = await first.window()
  await openSessions(page, ANA)
  await first.quit()
  const folder = join(profile, 'accounts')
  const name = readdirSync(folder).find((file) => file.startsWith('history-')) ?? ''
  const damaged = readFileSync(join(folder, name), 'utf8').replace('"sessions":', '"renamed":')
  writeFileSync(join(folder, name), damaged)

  const second = await launch()
  const again = await second.window()
  await waitForSessions(again)
  await expect(again.getByText(/found on .*: history of Ana\./)).toBeVisible()
  await expect(again.getByText(/new sign-in/i)).toHaveCount(0)
  await again.getByRole('link', { name: 'Activity' }).click()
  await expect(again.getByText('Nothing has happened yet.')).toHaveCount(0)
  const aside = readdirSync(folder).filter((file) => file.includes('unreadable'))
  expect(aside.map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual([damaged])

  // Clearing the history takes that away too.
  await again.getByRole('button', { name: 'Clear', exact: true }).click()
  await again.getByRole('button', { name: 'Clear history' }).click()
  await expect(again.getByText('Nothing has happened yet.')).toBeVisible()
  expect(readdirSync(folder).filter((file) => file.includes('unreadable'))).toEqual([])
})

test('a saved sign-in whose account is lost is shown, sent nowhere, and can be forgotten', async ({
  launch,
  profile,
  service,
  tolerate,
}) => {
  tolerate.errors(/store\.setAside/)
  const first = await launch()
  await openSessions(await first.window(), ANA)
  await first.quit()
  const folder = join(profile, 'accounts')
  for (const name of ['accounts', 'owners']) writeFileSync(join(folder, `${name}.json`), '{"value":')
  const vault = (): Json =>
    (JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8')) as { value: Json }).value
  expect(Object.keys(vault())).toHaveLength(1)
  const lists = service.countRequests('GET /auth/sessions')

  const second = await launch()
  const page = await second.window()
  await expect(page.getByText('A saved sign-in belongs to no account')).toBeVisible()
  await expect(page.getByText(/It was saved on .* Which server it is for/)).toBeVisible()
  await page.getByRole('button', { name: 'Forget it' }).click()
  await expect(page.getByText('A saved sign-in belongs to no account')).toHaveCount(0)
  expect(vault()).toEqual({})
  expect(service.countRequests('GET /auth/sessions')).toBe(lists)
})
