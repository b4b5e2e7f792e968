import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, rows, openSessions, chooseInMenu, ADA } from '../support/page-actions.ts'
import type { PracticeService } from '../service/start.ts'

const DAY = 86_400_000
const DELETE = 'DELETE /auth/sessions/{id}'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const undo = (page: Page, name: string) =>
  rowOf(page, name).getByRole('button', { name: 'Undo', exact: true })
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()

/** The calls that concern the list, in the order of arrival. */
const callsOf = ({ requests }: PracticeService): string[] =>
  requests.map(({ method, path }) => `${method} ${path}`).filter((call) => call.includes('/auth/sessions'))

/** The path of an account's file. */
async function fileOf(profile: string, name: string): Promise<string | null> {
  const folder = join(profile, 'accounts')
  const file = (await readdir(folder)).find((each) => each.startsWith(`${name}-`))
  return file === undefined ? null : join(folder, file)
}

test.use({ ana: {} })
test.use({ clockSpeed: 5 })

test.describe('without the service', () => {
  test.beforeEach(async ({ app, page, service }) => {
    service.state.addSession(ANA.email, { name: 'Old phone' })
    service.state.addSession(ANA.email, { name: 'Tablet' })
    for (let id = 0; id < 60; id++) service.state.addSession(ANA.email, { name: `Browser ${id}` })
    await openSessions(page, ANA)
    await app.quit()
    await service.goOffline()
    service.clearRequests()
  })

  test('the whole last known list is shown, and search, notes, history, ends and Undo work in it', async ({
    launch,
    profile,
    service,
  }) => {
    const path = (await fileOf(profile, 'history')) ?? ''
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
    const page = await (await launch()).window()
    await expect(page.getByText('Last known list', { exact: true })).toBeVisible()
    await expect(page.getByText("doesn't accept connections at the moment")).toBeVisible()
    await expect(page.getByText('Check the address')).toHaveCount(0)
    await page.getByLabel('Search sessions').fill('tablet')
    await expect(page.getByText('1 of 63 sessions')).toBeVisible()
    await page.getByRole('button', { name: 'Tablet', exact: true }).click()
    await page.getByLabel('Note').fill('In the kitchen')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('img', { name: 'Has a note' })).toBeVisible()
    await page.getByLabel('Search sessions').fill('kitchen')
    await expect(rowOf(page, 'Tablet')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Activity' }).click()
    await expect(page.getByText('Signed in here').first()).toBeVisible()

    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    await page.getByLabel('Search sessions').fill('')
    await page.getByRole('button', { name: 'End Old phone' }).click()
    await undo(page, 'Old phone').click()
    await expect(page.getByRole('button', { name: 'End Old phone' })).toBeVisible()
    await expect(page.getByText('Old phone stays signed in')).toBeVisible()
    expect(await fileOf(profile, 'ledger')).toBeNull()

    await page.getByRole('checkbox', { name: 'Select Browser 0', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select Tablet' }).click()
    await page.getByRole('button', { name: 'End selected' }).click()
    await expect(page.getByText('They end when the service can be reached')).toBeVisible()
    await page.getByRole('button', { name: 'End 2 sessions' }).click()
    await expect(rows(page).filter({ hasText: 'Ends when online' })).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'End all others' })).toBeEnabled()
    await service.goOnline()
    await refresh(page)
    await expect(page.getByText('Ended 2 sessions')).toBeVisible()
    await expect(page.getByText('Last known list')).toHaveCount(0)
    const names = service.state.sessionsOf(ANA.email).map(({ name }) => name)
    expect([names.includes('Old phone'), service.countRequests(DELETE)]).toEqual([true, 2])
  })

  test('an end is queued, kept over a kill, and sent once after a list that shows the session', async ({
    launch,
    profile,
    service,
  }) => {
    const first = await launch()
    const page = await first.window()
    await page.getByRole('button', { name: 'End Old phone' }).click()
    await expect(rowOf(page, 'Old phone')).toContainText('Ends when online')
    await page.getByRole('button', { name: 'Old phone', exact: true }).click()
    await expect(page.getByText('Ends when the service can be reached.', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    const path = (await fileOf(profile, 'ledger')) ?? ''
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
    await first.kill()

    const again = await (await launch()).window()
    await expect(rowOf(again, 'Old phone')).toContainText('Ends when online')
    expect(await violations(again)).toEqual([])
    expect(callsOf(service)).toEqual([])
    const id = service.state.sessionsOf(ANA.email).find(({ name }) => name === 'Old phone')?.id ?? 0
    await service.goOnline()
    await refresh(again)
    await expect(again.getByText('Ended Old phone')).toBeVisible()
    await expect(rowOf(again, 'Old phone')).toHaveCount(0)
    await expect(again.getByText('Last known list')).toHaveCount(0)
    const calls = callsOf(service)
    const sent = calls.findIndex((call) => call.startsWith('DELETE'))
    expect(calls[sent]).toMatch(new RegExp(`/auth/sessions/${id}$`))
    expect(calls.slice(0, sent)).toContain('GET /api/v1/auth/sessions')
    expect(service.countRequests(DELETE)).toBe(1)
    expect(await fileOf(profile, 'ledger')).toBeNull()
  })

  test('an end that is older than seven days asks, and is not sent', async ({ launch, profile, service }) => {
    const first = await launch()
    const page = await first.window()
    await page.getByRole('button', { name: 'End Old phone' }).click()
    await undo(page, 'Old phone').waitFor()
    await first.quit()
    const path = (await fileOf(profile, 'ledger')) ?? ''
    const stored = JSON.parse(await readFile(path, 'utf8')) as { batches: { since: number }[] }
    for (const batch of stored.batches) batch.since -= 7 * DAY
    await writeFile(path, JSON.stringify(stored))

    const again = await (await launch()).window()
    await expect(rowOf(again, 'Old phone')).toContainText('Ends when online')
    await service.goOnline()
    await refresh(again)
    await expect(again.getByText('Last known list')).toHaveCount(0)
    await expect(again.getByText('You asked for this more than 7 days ago.')).toBeVisible()
    await again.getByRole('button', { name: 'Cancel the rest' }).click()
    await expect(again.getByRole('button', { name: 'End Old phone' })).toBeVisible()
    expect(service.countRequests(DELETE)).toBe(0)
    await again.getByRole('button', { name: 'Dismiss' }).click()
    expect(await fileOf(profile, 'ledger')).toBeNull()
  })
})

test('all others wait together without the service, over a kill, and end when it is back', async ({
  launch,
  service,
}) => {
  const names = ['Old phone', 'Tablet', 'Laptop', 'Television']
  for (const name of names) service.state.addSession(ANA.email, { name })
  const app = await launch()
  await openSessions(await app.window(), ANA)
  await app.quit()
  await service.goOffline()
  service.clearRequests()

  const first = await launch()
  const page = await first.window()
  await page.getByRole('button', { name: 'End all others' }).click()
  const plan = page.getByRole('alertdialog')
  await expect(plan.getByText('They end when the service can be reached')).toBeVisible()
  await expect(plan.getByText("stays signed in: it's this device")).toBeVisible()
  expect(await violations(page)).toEqual([])
  await plan.getByRole('button', { name: 'End 4 sessions' }).click()
  await expect(rows(page).filter({ hasText: 'Ends when online' })).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'End all others' })).toBeDisabled()
  await undo(page, 'Tablet').click()
  await expect(page.getByText('Tablet stays signed in')).toBeVisible()
  await first.kill()

  const again = await (await launch()).window()
  await expect(rows(again).filter({ hasText: 'Ends when online' })).toHaveCount(3)
  expect(service.countRequests(DELETE)).toBe(0)
  await service.goOnline()
  await refresh(again)
  await expect(again.getByText('Ended 3 sessions')).toBeVisible()
  await expect(rows(again)).toHaveCount(2)
  await expect(rowOf(again, 'Tablet')).toBeVisible()
  expect(service.countRequests(DELETE)).toBe(3)
})

test('an end whose id was given to another session meanwhile is reported, and not sent', async ({
  launch,
  odd,
}) => {
  const lists = (name: string, daysAgo: number): void => {
    const created_at = new Date(Date.now() - daysAgo * DAY).toISOString()
    odd.lists({ id: 2, name, created_at })
  }
  lists('Old phone', 9)
  const first = await launch(`--server=${odd.baseUrl}`)
  const page = await first.window()
  await openSessions(page, ADA)
  await first.quit()
  odd.answer('GET /auth/sessions', { status: 503, json: { message: 'Down' } })

  const again = await (await launch()).window()
  await again.getByRole('button', { name: 'End Old phone' }).click()
  await expect(rowOf(again, 'Old phone')).toContainText('Ends when online')
  lists('New laptop', 1)
  await refresh(again)
  await expect(again.getByText('The list has another session in place of Old phone.')).toBeVisible()
  await expect(again.getByRole('button', { name: 'End New laptop' })).toBeVisible()
  await again.getByRole('button', { name: 'Dismiss' }).click()
  await refresh(again)
  expect(odd.count(DELETE)).toBe(0)
})

test('the last known list and queued ends are deleted with the sign-out', async ({
  launch,
  profile,
  service,
}) => {
  service.state.addSession(ANA.email, { name: 'Old phone' })
  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  await service.goOffline()
  await refresh(page)
  await expect(page.getByText('Last known list')).toBeVisible()
  await page.getByRole('button', { name: 'End Old phone' }).click()
  await undo(page, 'Old phone').waitFor()
  expect(await fileOf(profile, 'ledger')).not.toBeNull()
  await chooseInMenu(page, 'Sign out')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  for (const name of ['ledger', 'sessions', 'list']) expect(await fileOf(profile, name)).toBeNull()
})
