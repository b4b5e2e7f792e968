import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { chooseInMenu, openOdd } from '../support/page-actions.ts'

test('signing out with pending ends asks first, and leaves no connection open', async ({ launch, odd }) => {
  odd.lists(...Array.from({ length: 12 }, (_, index) => ({ id: index + 2, name: `Phone ${index}` })))
  // The pending ends wait, however long it takes to reach the dialog.
  odd.answer('DELETE /auth/sessions/{id}', { status: 429, headers: { 'retry-after': '60' } })
  const page = await openOdd(launch, odd)
  expect(odd.openConnections()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('button', { name: 'End 12 sessions' }).click()

  const question = page.getByRole('alertdialog')
  await chooseInMenu(page, 'Sign out')
  await expect(question).toContainText(
    /\d+ sessions haven't ended yet\. If you sign out now, they stay signed in\./,
  )
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  expect(odd.count('POST /auth/logout')).toBe(0)
  await expect(page.getByText(/^Waiting \d+ seconds?, the server is busy\.$/)).toBeVisible()
  expect(await violations(page)).toEqual([])

  await chooseInMenu(page, 'Sign out')
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('status')).toContainText('Ada is signed out.')
  expect(odd.count('POST /auth/logout')).toBe(1)
  await expect.poll(() => odd.openConnections()).toBe(0)
})
