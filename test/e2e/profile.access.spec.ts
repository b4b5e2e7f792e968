import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { ANA, openProfile } from '../support/page-actions.ts'

test.use({ ana: { timezone: 'America/Sao_Paulo' } })

test('from the sidebar to a saved profile by keyboard alone', async ({ page, service }) => {
  await openProfile(page, ANA)
  await page.getByRole('link', { name: 'Settings' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Ana Maria')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  // The list takes keys once the chosen option has the focus.
  await expect(page.getByRole('option', { name: 'English' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('option', { name: 'Español' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveText('Español')
  await page.keyboard.press('Tab')
  await page.keyboard.type('utc+5:45')
  await expect(page.getByRole('option', { name: 'Asia/Kathmandu (UTC+05:45)' })).toHaveAttribute(
    'data-highlighted',
    '',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Time zone', { exact: true })).toHaveValue('Asia/Kathmandu (UTC+05:45)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Guardado.')).toBeVisible()
  expect(service.state.userOf(ANA.email)).toMatchObject({
    name: 'Ana Maria',
    locale: 'es',
    timezone: 'Asia/Kathmandu',
  })
})

test('axe finds nothing', async ({ page, service }) => {
  service.faults.add({
    kind: 'status',
    status: 422,
    endpoint: 'PATCH /auth/me',
    errors: { name: ['No.'], timezone: ['No.'], other: ['Odd.'] },
  })
  await openProfile(page, ANA)
  await page.getByRole('link', { name: 'Settings' }).click()
  expect(await violations(page), 'settings').toEqual([])
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByLabel('Full name').fill('A')
  expect(await violations(page), 'profile').toEqual([])
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Español' }).waitFor()
  // An open list takes the focus, and Reka hides the rest of the page from screen readers meanwhile.
  expect(await violations(page, '[role=listbox]'), 'languages').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByLabel('Time zone', { exact: true }).fill('america')
  await page.getByRole('option', { name: 'America/Adak' }).waitFor()
  expect(await violations(page, '[role=listbox]'), 'zones').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('alert').filter({ hasText: 'Odd.' }).waitFor()
  expect(await violations(page), 'errors').toEqual([])
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByRole('alertdialog').waitFor()
  expect(await violations(page), 'leaving').toEqual([])
})
