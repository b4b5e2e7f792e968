import { expect, test } from '../support/shared-app.ts'
import { waitForSessions } from '../support/page-actions.ts'
import { fillRegistration, LIA, openRegister } from '../support/registration-actions.ts'

test('registration by keyboard alone, and back', async ({ page, service }) => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(LIA.email)
  await page.getByRole('button', { name: 'Create account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full name')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(LIA.email)
  await page.keyboard.type(LIA.name)
  for (const typed of ['', LIA.password]) {
    await page.keyboard.press('Tab')
    if (typed) await page.keyboard.type(typed)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(LIA.password)
  for (const _ of ['show', 'device', 'terms']) await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByRole('button', { name: 'Back' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect(page.getByLabel('Email')).toHaveValue(LIA.email)
  await openRegister(page)
  await fillRegistration(page)
  await page.getByLabel('Confirm password').press('Enter')
  await waitForSessions(page)
  expect(service.countRequests('POST /auth/register')).toBe(1)
})
