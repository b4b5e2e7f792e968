import { expect, test } from '../support/shared-app.ts'
import { ADA, rows, signIn } from '../support/page-actions.ts'
import { oddSession } from '../support/odd-service.ts'

const DAY = 86_400_000
const old = new Date(Date.now() - 9 * DAY).toISOString()
const listed = (id: number, name: string): Record<string, unknown> =>
  oddSession({ id, name, created_at: old, is_current: false })

test('a first list that does not say which session is this device is shown, and asks before it ends one', async ({
  launch,
  odd,
}) => {
  odd.answer('DELETE /auth/sessions/{id}', { json: { success: true } })
  const sessions = [listed(2, 'Phone'), listed(3, 'Tablet')]
  odd.answer('GET /auth/sessions', { json: { success: true, data: { sessions } } })
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await signIn(page, ADA)
  await expect(page.getByText('There is no clear list')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'End Phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'End Phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End 1 session' }).click()
  await expect.poll(() => odd.count('DELETE /auth/sessions/{id}')).toBe(1)
  await page.getByRole('button', { name: 'Review…' }).click()
  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  await expect(page.getByText("doesn't say clearly which session is this device")).toBeVisible()
})
