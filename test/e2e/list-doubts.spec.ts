import { expect, test } from '../support/shared-app.ts'
import { openOdd, rows } from '../support/page-actions.ts'
import { oddSession } from '../support/odd-service.ts'

const DAY = 86_400_000
const old = new Date(Date.now() - 9 * DAY).toISOString()
const listed = (id: number, name: string): Record<string, unknown> =>
  oddSession({ id, name, created_at: old, is_current: false })

test('a list of somebody else or without this device ends nothing', async ({ launch, odd }) => {
  const answer = (...sessions: Record<string, unknown>[]): void =>
    odd.answer('GET /auth/sessions', { json: { success: true, data: { sessions } } })
  const own = oddSession({ created_at: old })
  answer(own, listed(2, 'Phone'))
  const page = await openOdd(launch, odd)
  const others = page.getByRole('button', { name: 'End all others' })
  await expect(others).toBeEnabled()

  answer({ ...listed(8, 'Stranger'), is_current: true }, listed(9, 'Laptop'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: "doesn't say clearly which session is this device" }),
  ).toBeVisible()
  await expect(others).toBeDisabled()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText('Phone')
  await expect(page.getByText('Stranger')).toHaveCount(0)

  answer(listed(2, 'Phone'), listed(3, 'Tablet'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('You still see the last clear list')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(others).toBeDisabled()

  answer(own, listed(2, 'Phone'), listed(3, 'Tablet'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(others).toBeEnabled()
  await expect(page.getByText('New sign-in: Tablet')).toBeVisible()
})
