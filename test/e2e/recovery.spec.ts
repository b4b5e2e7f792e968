import { scanForSecrets } from '../support/checks/secrets.ts'
import { violations } from '../support/checks/axe.ts'
import { test as ownApp } from '../support/fixture.ts'
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

ownApp(
  'replaces a forgotten password; stores neither the password nor the token',
  async ({ app, page, service, profile }) => {
    const token = await openReset(page, service, ANA.email)
    await expect(page.getByLabel('Email')).toHaveValue(ANA.email)
    await page.getByLabel('Recovery token').fill(token)
    await fillNewPassword(page, NEW)
    await sendReset(page)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect(page.getByRole('status')).toContainText('Your password was changed.')
    await expect(page.getByLabel('Email')).toHaveValue(ANA.email)
    expect(service.requests.map(({ endpoint, body }) => [endpoint, body])).toEqual([
      [FORGOT, { email: ANA.email }],
      [RESET, { token, email: ANA.email, password: NEW, password_confirmation: NEW }],
    ])
    await page.getByLabel('Password').fill(NEW)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await waitForSessions(page)
    await app.quit()
    const texts = { output: app.output.all.join('\n') }
    expect(await scanForSecrets({ dirs: [profile], texts, canaries: { password: NEW, token } })).toEqual([])
  },
)

test('shows the same message for an unknown email', async ({ page, service }) => {
  await openForgot(page)
  await askForMail(page, 'nobody@example.com')
  await expect(page.getByRole('status')).toContainText(MAIL_SENT)
  const refusal = { kind: 'status', status: 404, shape: 'coded', message: 'No such user.' } as const
  service.faults.add({ ...refusal, endpoint: FORGOT })
  await askForMail(page, 'nobody.else@example.com')
  await expect(page.getByRole('status')).toContainText(MAIL_SENT)
  await expect(page.getByText('No such user')).toHaveCount(0)
  expect(service.countRequests(FORGOT)).toBe(2)
})

test('from sign-in to a new password by keyboard alone', async ({ page, service }) => {
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

test('axe finds nothing', async ({ page, service }) => {
  await openReset(page, service, ANA.email)
  expect(await violations(page), 'reset').toEqual([])
  await sendReset(page)
  await page.getByRole('alert').first().waitFor()
  expect(await violations(page), 'reset with errors').toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()
  await askForMail(page, ANA.email)
  await expect(page.getByRole('status')).toContainText(MAIL_SENT)
  expect(await violations(page), 'forgot, sent').toEqual([])
})
