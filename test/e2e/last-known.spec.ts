import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, rows, openSessions, chooseInMenu } from '../support/page-actions.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const undo = (page: Page, name: string) =>
  rowOf(page, name).getByRole('button', { name: 'Undo', exact: true })
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()

/** The path of an account's file. */
async function fileOf(profile: string, name: string): Promise<string | null> {
  const folder = join(profile, 'accounts')
  const file = (await readdir(folder)).find((each) => each.startsWith(`${name}-`))
  return file === undefined ? null : join(folder, file)
}

/** Only the person reads the file. */
async function expectPrivate(path: string | null): Promise<void> {
  if (process.platform !== 'win32') expect((await stat(path ?? '')).mode & 0o777).toBe(0o600)
}

test.use({ ana: {} })
test.use({ clockSpeed: 5 })

test('without the service the last known list is usable; ends wait over a kill, are sent once after a list that shows them, and go with the sign-out', async ({
  launch,
  profile,
  service,
}) => {
  for (const name of ['Old phone', 'Tablet', 'Laptop']) service.state.addSession(ANA.email, { name })
  const [oldPhone = 0] = service.state.sessionsOf(ANA.email).map(({ id }) => id)
  for (let id = 0; id < 60; id++) service.state.addSession(ANA.email, { name: `Browser ${id}` })
  const first = await launch()
  await openSessions(await first.window(), ANA)
  await first.quit()
  await expectPrivate(await fileOf(profile, 'history'))
  await service.goOffline()
  service.clearRequests()

  const second = await launch()
  const page = await second.window()
  await expect(page.getByText('Last known list', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Can't reach .+\. Trying again\. Endings wait\.$/)).toBeVisible()
  await page.getByLabel('Search sessions').fill('tablet')
  await expect(page.getByText('1 of 64 sessions')).toBeVisible()
  await page.getByRole('button', { name: 'Tablet', exact: true }).click()
  await page.getByLabel('Note').fill('In the kitchen')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('img', { name: 'Has a note' })).toBeVisible()
  await page.getByLabel('Search sessions').fill('')
  await page.getByRole('button', { name: 'End Old phone' }).click()
  await undo(page, 'Old phone').click()
  await expect(page.getByText('Old phone stays signed in')).toBeVisible()
  expect(await fileOf(profile, 'ledger')).toBeNull()

  await page.getByRole('button', { name: 'End Old phone' }).click()
  await expect(rowOf(page, 'Old phone')).toContainText('Ends when online')
  await page.getByRole('checkbox', { name: 'Select Laptop' }).click()
  await page.getByRole('checkbox', { name: 'Select Tablet' }).click()
  await page.getByRole('button', { name: 'End selected' }).click()
  await expect(page.getByText('They end when the service can be reached')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'End 2 sessions' }).click()
  await expect(rows(page).filter({ hasText: 'Ends when online' })).toHaveCount(3)
  await undo(page, 'Tablet').click()
  await expect(page.getByRole('button', { name: 'End Tablet' })).toBeVisible()
  await expectPrivate(await fileOf(profile, 'ledger'))
  await second.kill()

  const third = await (await launch()).window()
  await expect(rows(third).filter({ hasText: 'Ends when online' })).toHaveCount(2)
  await expect(rowOf(third, 'Old phone')).toContainText('Ends when online')
  expect(await violations(third)).toEqual([])
  const calls = (): string[] =>
    service.requests.map(({ method, path }) => `${method} ${path}`).filter((call) => /sessions/.test(call))
  expect(calls()).toEqual([])
  await service.goOnline()
  await refresh(third)
  await expect(rowOf(third, 'Old phone')).toHaveCount(0)
  await expect(rowOf(third, 'Laptop')).toHaveCount(0)
  await expect(third.getByText('Last known list')).toHaveCount(0)
  const sent = calls().filter((call) => call.startsWith('DELETE'))
  expect(sent).toHaveLength(2)
  expect(sent.join()).toContain(`/auth/sessions/${oldPhone}`)
  expect(calls()[0]).toBe('GET /api/v1/auth/sessions')
  const names = service.state.sessionsOf(ANA.email).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Tablet', 'Browser 0', 'Browser 59']))

  await service.goOffline()
  await refresh(third)
  await expect(third.getByText('Last known list')).toBeVisible()
  await third.getByRole('button', { name: 'End Tablet' }).click()
  await undo(third, 'Tablet').waitFor()
  await chooseInMenu(third, 'Sign out')
  await third.getByRole('button', { name: 'Sign out', exact: true }).click()
  await third.getByRole('heading', { name: 'Sign in' }).waitFor()
  for (const name of ['ledger', 'sessions', 'list']) expect(await fileOf(profile, name)).toBeNull()
})
