import { expect, test } from '../support/shared-app.ts'
import { waitForSessions } from '../support/page-actions.ts'
import {
  fillRegistration,
  isAsTyped,
  LIA,
  openRegister,
  sendRegistration,
} from '../support/registration-actions.ts'

const REGISTER = 'POST /auth/register'

test('shows each refusal at its field, and keeps the typed values', async ({ page, service }) => {
  const errors = {
    name: ['Words about the name.'],
    email: ['Words about the email.'],
    password: ['Words about the password.'],
    password_confirmation: ['Words about the repetition.'],
    device_name: ['Words about the device.'],
    terms_accepted: ['Words about the terms.'],
  }
  service.faults.add({ kind: 'status', endpoint: REGISTER, status: 422, errors })
  await openRegister(page)
  await fillRegistration(page)
  await sendRegistration(page)
  const fields = [
    ['Full name', errors.name],
    ['Email', errors.email],
    ['Password', errors.password],
    ['Confirm password', errors.password_confirmation],
    ['Device name', errors.device_name],
    ['I accept the terms', errors.terms_accepted],
  ] as const
  for (const [label, [message]] of fields) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(message ?? ''))
  }
  await expect(page.getByLabel('Full name')).toBeFocused()
  await isAsTyped(page)
  expect(service.countRequests(REGISTER)).toBe(1)
})

test("shows the service's errors for a taken email and for terms that were not accepted", async ({
  page,
  service,
}) => {
  await service.state.addUser(LIA)
  await openRegister(page)
  await fillRegistration(page)
  await page.getByText('I accept the terms').click()
  await sendRegistration(page)
  const terms = page.getByRole('checkbox', { name: 'I accept the terms' })
  await expect(terms).toHaveAccessibleDescription(/must be accepted/)
  await terms.check()
  await sendRegistration(page)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already been taken/)
  expect(service.countRequests(REGISTER)).toBe(2)
})

test('after a lost answer the account may exist, and signing in finds out', async ({ page, service }) => {
  service.faults.add({ kind: 'reset', when: 'after', endpoint: REGISTER })
  await openRegister(page)
  await fillRegistration(page)
  await sendRegistration(page)
  await expect(page.getByRole('alert')).toContainText(/connection broke.*may already exist/)
  await isAsTyped(page)
  expect(service.countRequests(REGISTER)).toBe(1)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(LIA.email)
  await page.getByLabel('Password').fill(LIA.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await waitForSessions(page)
})

test('without the service shows the error at the address, and keeps the typed values', async ({
  page,
  service,
}) => {
  await service.goOffline()
  await openRegister(page)
  await fillRegistration(page)
  await sendRegistration(page)
  await expect(page.getByLabel('Server address')).toHaveAccessibleDescription(/doesn't accept connections/)
  await isAsTyped(page)
  await service.goOnline()
  await sendRegistration(page)
  await waitForSessions(page)
})
