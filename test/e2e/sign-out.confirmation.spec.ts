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

test('signing out can send the pending ends first', async ({ launch, odd }) => {
  const phones = new Map(Array.from({ length: 12 }, (_, index) => [index + 2, `Phone ${index}`]))
  const list = (): void => odd.lists(...[...phones].map(([id, name]) => ({ id, name })))
  list()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  odd.answer('DELETE /auth/sessions/{id}', async ({ path }) => {
    await held
    phones.delete(Number(path.split('/').at(-1)))
    list()
    return { json: { success: true } }
  })
  const page = await openOdd(launch, odd)
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('button', { name: 'End 12 sessions' }).click()
  await expect.poll(() => odd.count('DELETE /auth/sessions/{id}')).toBeGreaterThan(0)

  const question = page.getByRole('alertdialog')
  await chooseInMenu(page, 'Sign out')
  await question.getByRole('button', { name: 'End them first' }).click()
  await expect(question).toContainText(/Ending \d+ sessions first\. After that, Ada is signed out\./)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(odd.count('POST /auth/logout')).toBe(0)

  release()
  await expect(page.getByText('Ada is signed out.', { exact: true })).toBeVisible()
  const sent = odd.requests.map(({ endpoint }) => endpoint)
  expect(sent.filter((endpoint) => endpoint.startsWith('DELETE'))).toHaveLength(12)
  expect(sent.lastIndexOf('DELETE /auth/sessions/{id}')).toBeLessThan(sent.indexOf('POST /auth/logout'))
})
