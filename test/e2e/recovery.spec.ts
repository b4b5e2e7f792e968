import { expect, test } from '../support/shared-app.ts'
import { ANA, waitForSessions } from '../support/page-actions.ts'
import { fillNewPassword, MAIL_SENT, openReset, sendReset } from '../support/recovery-actions.ts'

const RESET = 'POST /auth/password/reset'
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

test('recovery with a lost reply: the outcome is unknown, and signing in finds out', async ({
  page,
  service,
}) => {
  const token = await openReset(page, service, ANA.email)
  service.faults.add({ kind: 'reset', when: 'after', endpoint: RESET })
  await page.getByLabel('Recovery token').fill(token)
  await fillNewPassword(page, NEW)
  await sendReset(page)
  await expect(page.getByRole('alert')).toContainText(/unclear whether the password was changed/)
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue(NEW)
  expect(service.countRequests(RESET)).toBe(1)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(ANA.email)
  await page.getByLabel('Password').fill(NEW)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await waitForSessions(page)
})
