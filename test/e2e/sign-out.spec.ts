import type { Page } from '@playwright/test'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { ANA, waitForSessions, openSessions, chooseInMenu } from '../support/page-actions.ts'

test.use({ ana: {} })
test.beforeEach(async ({ page, service }) => {
  service.state.addSession(ANA.email, { name: 'Phone' })
  await openSessions(page, ANA)
})

async function leave(page: Page, everywhere: boolean): Promise<void> {
  const name = everywhere ? 'Sign out everywhere' : 'Sign out'
  await chooseInMenu(page, name)
  if (everywhere) await page.getByRole('alertdialog').getByRole('button', { name }).click()
}

const sessionsAt = (service: PracticeService): number => service.state.sessionsOf(ANA.email).length

test('"sign out everywhere" without a confirmation changes nothing, unless it was done after all', async ({
  page,
  service,
}) => {
  const everywhere = (): number => service.countRequests('POST /auth/logout-all')
  const failed = page.getByText("Ana couldn't be signed out.")
  async function fails(): Promise<void> {
    await leave(page, true)
    await expect(failed).toBeVisible()
    await waitForSessions(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(failed).toHaveCount(0)
    expect(sessionsAt(service)).toBe(2)
  }
  const lost = service.faults.add({ kind: 'reset', when: 'before', endpoint: 'POST /auth/logout-all' })
  await fails()
  lost()
  await service.goOffline()
  await fails()
  await service.goOnline()
  const before = everywhere()
  service.faults.add({ kind: 'reset', when: 'after', endpoint: 'POST /auth/logout-all' })
  await leave(page, true)
  await expect(page.getByText('Ana is signed out on every device.')).toBeVisible()
  expect([sessionsAt(service), everywhere() - before]).toEqual([0, 1])
})

test('a sign-out without a confirmation signs out here, and warns that the session may be listed', async ({
  page,
  service,
}) => {
  service.faults.add({ kind: 'status', status: 500, endpoint: 'POST /auth/logout', calls: { first: 1 } })
  await leave(page, false)
  await expect(page.getByText("The service didn't confirm it")).toBeVisible()
  expect([sessionsAt(service), service.countRequests('POST /auth/logout')]).toEqual([2, 1])

  await openSessions(page, ANA)
  await service.goOffline()
  await leave(page, false)
  await expect(
    page.getByText("The service couldn't be reached, so the session may stay in the list"),
  ).toBeVisible()
  await service.goOnline()
  expect(sessionsAt(service)).toBe(3)
})
