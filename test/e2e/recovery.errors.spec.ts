import { expect, test } from '../support/shared-app.ts'
import { ANA, waitForSessions } from '../support/page-actions.ts'
import {
  askForMail,
  fillNewPassword,
  MAIL_SENT,
  openForgot,
  openReset,
  sendReset,
} from '../support/recovery-actions.ts'

const RESET = 'POST /auth/password/reset'
const FORGOT = 'POST /auth/password/forgot'
const NEW = 'canary-password-81c4e7'

test.use({ ana: {} })

test('asking for the mail: shows each failure', async ({ page, service }) => {
  await openForgot(page)
  service.faults.add({ kind: 'reset', when: 'after', endpoint: FORGOT, calls: { first: 1 } })
  await askForMail(page, ANA.email)
  await expect(page.getByRole('alert')).toContainText(/connection broke.*may be on its way/)
  expect(service.countRequests(FORGOT)).toBe(1)
  service.faults.clear()
  service.faults.add({ kind: 'status', status: 429, headers: { 'retry-after': '90' }, endpoint: FORGOT })
  await askForMail(page, ANA.email)
  await expect(page.getByRole('alert')).toContainText('too many attempts')
  service.faults.clear()
  await service.goOffline()
  await askForMail(page, ANA.email)
  await expect(page.getByLabel('Server address')).toHaveAccessibleDescription(/doesn't accept connections/)
  await expect(page.getByText(MAIL_SENT)).toHaveCount(0)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(ANA.email)
})

test('shows each refusal at its field, and keeps the typed values', async ({ page, service }) => {
  await openReset(page, service, ANA.email)
  await page.getByLabel('Recovery token').fill('not-the-token')
  await fillNewPassword(page, NEW)
  await sendReset(page)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/reset token is invalid/)
  const errors = { token: ['Words about the token.'], password_confirmation: ['Words about it.'] }
  service.faults.add({ kind: 'status', endpoint: RESET, status: 422, errors, calls: { first: 1 } })
  await sendReset(page)
  await expect(page.getByLabel('Recovery token')).toHaveAccessibleDescription('Words about the token.')
  await expect(page.getByLabel('Confirm new password')).toHaveAccessibleDescription('Words about it.')
  service.faults.clear()
  service.faults.add({ kind: 'status', endpoint: RESET, status: 404, message: 'No such token.' })
  await sendReset(page)
  await expect(page.getByRole('alert')).toContainText(/ask for another email.*No such token/)
  await expect(page.getByLabel('Recovery token')).toHaveValue('not-the-token')
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue(NEW)
  expect(service.countRequests(RESET)).toBe(3)
})

test('a lost reply: the outcome is unknown, and signing in finds out', async ({ page, service }) => {
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
