import type { Page } from '@playwright/test'
import type { FaultInput } from '../service/faults/model.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, openProfile } from '../support/page-actions.ts'

const ME = 'GET /auth/me'
const CHANGE = 'PATCH /auth/me'

/** The fault, and the reason that the window shows. */
const FAILURES: readonly [string, FaultInput, RegExp][] = [
  ['a 500', { kind: 'status', status: 500 }, /^The service is having problems \(500\)\./],
  ['a 408', { kind: 'status', status: 408 }, /^\S+ took too long to answer\./],
  ['a page in place of JSON', { kind: 'html' }, /^A web page came back instead of an answer\./],
  ['a cut connection', { kind: 'reset' }, /^The connection broke before the service answered\./],
]

async function save(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByRole('button', { name: 'Save changes' }).click()
}

test.use({ ana: {} })

for (const [what, fault, reason] of FAILURES) {
  test(`${what}: shows the reason, and whether the changes are saved`, async ({ page, service }) => {
    await openProfile(page, ANA)
    const banner = page.getByRole('alert')
    service.faults.add({ ...fault, endpoint: CHANGE })
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
}

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
