import { expect, test } from '../support/shared-app.ts'
import { ANA } from '../support/page-actions.ts'
import { MAIL_SENT } from '../support/recovery-actions.ts'

const NEW = 'canary-password-81c4e7'

test.use({ ana: {} })

test('recovery: from sign-in to a new password by keyboard alone', async ({ page, service }) => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByRole('button', { name: 'Forgot password?' }).press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(ANA.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText(MAIL_SENT)
  for (const _ of ['send', 'enter token']) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Recovery token')).toBeFocused()
  await page.keyboard.insertText(service.outbox.at(-1)?.link ?? '')
  for (const _ of ['email', 'password']) await page.keyboard.press('Tab')
  await page.keyboard.type(NEW)
  for (const _ of ['show', 'repeat']) await page.keyboard.press('Tab')
  await page.keyboard.type(NEW)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect(page.getByLabel('Password')).toBeFocused()
  expect(await service.state.hasPassword(ANA.email, NEW)).toBe(true)
})
