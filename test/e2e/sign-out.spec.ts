import type { Page } from '@playwright/test'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { ANA, waitForSessions, openSessions } from '../support/page-actions.ts'

test.use({ ana: {} })
test.beforeEach(async ({ page, service }) => {
  service.state.addSession(ANA.email, { name: 'Phone' })
  await openSessions(page, ANA)
})

async function leave(page: Page, everywhere: boolean): Promise<void> {
  const name = everywhere ? 'Sign out everywhere' : 'Sign out'
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  if (everywhere) await page.getByRole('alertdialog').getByRole('button', { name }).click()
}

const sessionsAt = (service: PracticeService): number => service.state.sessionsOf(ANA.email).length

test('checks a lost reply to "sign out everywhere": it was done', async ({ page, service }) => {
  service.faults.add({ kind: 'reset', when: 'after', endpoint: 'POST /auth/logout-all' })
  await leave(page, true)
  await expect(page.getByText('Ana is signed out on every device.')).toBeVisible()
  expect([sessionsAt(service), service.countRequests('POST /auth/logout-all')]).toEqual([0, 1])
})

test('checks a lost reply to "sign out everywhere": it was not done', async ({ page, service }) => {
  service.faults.add({ kind: 'reset', when: 'before', endpoint: 'POST /auth/logout-all' })
  await leave(page, true)
  await expect(page.getByText("Ana couldn't be signed out.")).toBeVisible()
  await waitForSessions(page)
  expect([sessionsAt(service), service.countRequests('POST /auth/logout-all')]).toEqual([2, 1])
})

test('without the service "sign out everywhere" fails with a message', async ({ page, service }) => {
  await service.goOffline()
  await leave(page, true)
  await expect(page.getByText("Ana couldn't be signed out.")).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await service.goOnline()
  expect(sessionsAt(service)).toBe(2)
})

test('without the service signs out here, and warns that the session may be listed', async ({
  page,
  service,
}) => {
  await service.goOffline()
  await leave(page, false)
  await expect(
    page.getByText("The service couldn't be reached, so the session may stay in the list"),
  ).toBeVisible()
  await service.goOnline()
  expect(sessionsAt(service)).toBe(2)
})

test('a refusal by the service still signs out here, with a message', async ({ page, service }) => {
  service.faults.add({ kind: 'status', status: 500, endpoint: 'POST /auth/logout' })
  await leave(page, false)
  await expect(page.getByText("The service didn't confirm it")).toBeVisible()
  expect([sessionsAt(service), service.countRequests('POST /auth/logout')]).toEqual([2, 1])
})
