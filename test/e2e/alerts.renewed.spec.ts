import type { Page } from '@playwright/test'
import { violations } from '../support/checks/axe.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { ANA, openSessions } from '../support/page-actions.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NAME = 'Kitchen tablet'

test.use({ ana: {} })

const row = (page: Page) => page.getByRole('row', { name: new RegExp(NAME) })

async function refreshed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('The list is up to date.')).toBeAttached()
}

/** Ends one session and adds one with the same name. */
function replaced({ state }: PracticeService, id: number): void {
  state.revokeSession(id)
  state.addSession(ANA.email, { name: NAME, lastUsedAt: state.now(), createdAt: state.now() })
}

test('asks about a sign-in with the name of a session unused for weeks', async ({ page, service }) => {
  const old = service.state.addSession(ANA.email, { name: NAME, lastUsedAt: Date.now() - 21 * DAY })
  await openSessions(page, ANA)
  replaced(service, old.id)
  await refreshed(page)
  await expect(page.getByText(`New, perhaps renewed: ${NAME}`)).toBeVisible()
  await expect(row(page)).toContainText('New, perhaps renewed')
  expect(await violations(page), 'notice and list').toEqual([])
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`New, perhaps renewed.*${NAME}`) })).toBeVisible()
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()

  await page.getByRole('button', { name: `It was me: ${NAME}` }).click()
  await expect(page.getByText('New, perhaps renewed')).toHaveCount(0)
  await expect(row(page)).toHaveCount(1)
})

test('asks about a sign-in that shares its name with several sessions, and ends it', async ({
  page,
  service,
}) => {
  const [old] = [20, 10].map((minutes) =>
    service.state.addSession(ANA.email, { name: NAME, lastUsedAt: Date.now() - minutes * 60_000 }),
  )
  await openSessions(page, ANA)
  replaced(service, old?.id ?? 0)
  await refreshed(page)
  await expect(page.getByText(/New, perhaps renewed: Kitchen tablet/)).toBeVisible()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText(/^Ended Kitchen tablet/)).toBeVisible()
  await expect.poll(() => service.state.sessionsOf(ANA.email).length).toBe(2)
})
