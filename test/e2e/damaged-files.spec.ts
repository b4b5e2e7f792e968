import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/fixture.ts'
import { ANA, waitForSessions, openSessions, chooseInMenu } from '../support/page-actions.ts'

const BRUNO = { email: 'bruno@example.com', password: 'another good password' }

type Json = Record<string, unknown>

/** Changes the content of one of the app's files, as a disk defect or another version would. */
function damage(path: string, change: (value: Json) => void): void {
  const file = JSON.parse(readFileSync(path, 'utf8')) as { value: Json }
  change(file.value)
  writeFileSync(path, JSON.stringify(file))
}

test.use({ ana: {} })

test('what damaged files lose is told and raises no alert, and the next sign-in to a lost account ends the session of before', async ({
  launch,
  profile,
  service,
  tolerate,
}) => {
  tolerate.errors(/store\.rowsSetAside/, /accountFile\.setAside/, /store\.setAside/)
  await service.state.addUser({ ...BRUNO, name: 'Bruno' })
  service.state.addSession(ANA.email, { name: 'Old phone' })
  const first = await launch()
  const page = await first.window()
  await openSessions(page, BRUNO)
  await chooseInMenu(page, 'Add account')
  await openSessions(page, ANA)
  await first.quit()

  const folder = join(profile, 'accounts')
  const vault = (): Json =>
    (JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8')) as { value: Json }).value
  const copies = (): string[] => readdirSync(folder).filter((name) => name.includes('unreadable'))
  const tokens = vault()
  expect(Object.keys(tokens)).toHaveLength(2)
  damage(join(folder, 'accounts.json'), ({ accounts }) => {
    const bruno = (accounts as { id: string; user: Json }[]).find(({ user }) => user['name'] === 'Bruno')
    if (!bruno) throw new Error('Bruno is not in the file')
    bruno.user['email'] = { of: 'another version' }
  })
  const histories = readdirSync(folder).filter((name) => name.startsWith('history-'))
  const history = histories
    .map((name) => join(folder, name))
    .find((path) => readFileSync(path, 'utf8').includes('Old phone'))!
  const damaged = readFileSync(history, 'utf8').replace('"sessions":', '"renamed":')
  writeFileSync(history, damaged)

  const second = await launch()
  const again = await second.window()
  await waitForSessions(again)
  await expect(again.getByRole('button', { name: 'Account menu' })).toContainText('Ana')
  await expect(again.getByText(/Not read in full, found on .*: accounts and history of Ana\./)).toBeVisible()
  await expect(again.getByText(/new sign-in/i)).toHaveCount(0)
  await again.getByRole('link', { name: 'Activity' }).click()
  await expect(again.getByRole('button', { name: 'Clear', exact: true })).toBeEnabled()
  await expect(again.getByText('Nothing has happened yet.')).toHaveCount(0)
  expect(copies().map((name) => readFileSync(join(folder, name), 'utf8'))).toContain(damaged)
  // Clearing the history takes that away too.
  await again.getByRole('button', { name: 'Clear', exact: true }).click()
  await again.getByRole('button', { name: 'Clear history' }).click()
  await expect(again.getByText('Nothing has happened yet.')).toBeVisible()
  expect(copies()).toEqual([expect.stringMatching(/^accounts\.unreadable-/)])
  await second.quit()
  expect(vault()).toEqual(tokens)

  writeFileSync(join(folder, 'accounts.json'), '{"value":')
  service.clearRequests()
  const last = await (await launch()).window()
  await expect(last.getByText(/Not read in full, found on .*: accounts\./)).toBeVisible()
  expect(service.requests).toEqual([])
  await openSessions(last, ANA)
  await expect(last.getByText(/new sign-in/i)).toHaveCount(0)
  await expect.poll(() => service.countRequests('POST /auth/logout')).toBe(1)
  // Nobody signed in to Bruno's account again.
  await expect.poll(() => Object.keys(vault())).toHaveLength(2)
})
