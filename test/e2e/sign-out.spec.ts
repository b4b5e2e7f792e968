import type { Page } from '@playwright/test'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { ANA, waitForSessions, openSessions, chooseInMenu } from '../support/page-actions.ts'

test.use({ ana: {} })
test.beforeEach(async ({ page, service }) => {
  service.state.addSession(ANA.email, { name: 'Phone' })
  await openSessions(page, ANA)
})

async function leave(page: Page): Promise<void> {
  const name = 'Sign out everywhere'
  await chooseInMenu(page, name)
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
}

const sessionsAt = (service: PracticeService): number => service.state.sessionsOf(ANA.email).length

test('"sign out everywhere" without a confirmation changes nothing, and is never said to be done', async ({
  page,
  service,
}) => {
  const everywhere = (): number => service.countRequests('POST /auth/logout-all')
  const failed = page.getByText("The sign-out of Ana wasn't confirmed.")
  async function fails(): Promise<void> {
    await leave(page)
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
  await leave(page)
  // It was done, and so the token is refused.
  await expect(page.getByText('The service no longer accepts the saved sign-in')).toBeVisible()
  await expect(page.getByText('Ana is signed out on every device.')).toHaveCount(0)
  expect([sessionsAt(service), everywhere() - before]).toEqual([0, 1])
})
