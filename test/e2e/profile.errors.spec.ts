import type { Page } from '@playwright/test'
import { expect, test } from '../support/shared-app.ts'
import { ANA, openProfile } from '../support/page-actions.ts'

const ME = 'GET /auth/me'
const CHANGE = 'PATCH /auth/me'

async function save(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByRole('button', { name: 'Save changes' }).click()
}

test.use({ ana: {} })

test('a cut connection: shows the reason, and whether the changes are saved', async ({ page, service }) => {
  await openProfile(page, ANA)
  const reason = /^The connection broke before the service answered\./
  const banner = page.getByRole('alert')
  service.faults.add({ kind: 'reset', endpoint: CHANGE })
  await save(page, 'Ana Maria')
  await expect(banner).toHaveText(reason)
  await expect(banner).toContainText("Your changes aren't saved yet.")
  service.faults.add({ kind: 'status', status: 500, endpoint: ME })
  await save(page, 'Ana Maria Lima')
  await expect(banner).toContainText("It's unclear whether your changes were saved.")
  await expect(banner).toHaveText(reason)
  await expect(page.getByLabel('Full name')).toHaveValue('Ana Maria Lima')
  service.faults.clear()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  expect(service.state.userOf(ANA.email).name).toBe('Ana Maria Lima')
})

test('reports a reply that takes too long', async ({ page, service }) => {
  await openProfile(page, ANA)
  service.faults.add({ kind: 'delay', ms: 60_000, endpoint: CHANGE })
  await save(page, 'Ana Maria')
  await expect(page.getByRole('alert')).toHaveText(
    /^\S+ took too long to answer\. Your changes aren't saved yet\.$/,
    {
      timeout: 25_000,
    },
  )
})
