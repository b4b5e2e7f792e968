import type { Page } from '@playwright/test'
import { violations } from '../support/checks/axe.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { ANA, openSessions, refresh } from '../support/page-actions.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NAME = 'Kitchen tablet'

test.use({ ana: {} })

const row = (page: Page) => page.getByRole('row', { name: new RegExp(NAME) })

/** Ends one session and adds one with the same name. */
function replaced({ state }: PracticeService, id: number): void {
  state.revokeSession(id)
  state.addSession(ANA.email, { name: NAME, lastUsedAt: state.now(), createdAt: state.now() })
}

test('asks about a sign-in with the name of a session unused for weeks', async ({ page, service }) => {
  const old = service.state.addSession(ANA.email, { name: NAME, lastUsedAt: Date.now() - 21 * DAY })
  await openSessions(page, ANA)
  replaced(service, old.id)
  await refresh(page)
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
