import { expect, test } from '../support/shared-app.ts'
import { waitForSessions } from '../support/page-actions.ts'
import {
  fillRegistration,
  isAsTyped,
  LIA,
  openRegister,
  sendRegistration,
} from '../support/registration-actions.ts'
import { ERROR_SHAPES } from '../service/errors.ts'
import type { FaultInput } from '../service/faults/model.ts'

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

for (const errorShape of ERROR_SHAPES) {
  test.describe(`a service with ${errorShape} errors`, () => {
    test.use({ serviceOptions: { errorShape } })
    test('shows its errors at their fields', async ({ page, service }) => {
      await service.state.addUser(LIA)
      await openRegister(page)
      await fillRegistration(page)
      await sendRegistration(page)
      await expect(page.getByRole('alert')).toContainText(/already been taken|didn't accept this/)
      await isAsTyped(page)
      expect(service.countRequests(REGISTER)).toBe(1)
    })
  })
}

const uncertain: { name: string; fault: FaultInput; says: RegExp }[] = [
  {
    name: 'a lost answer',
    fault: { kind: 'reset', when: 'after' },
    says: /connection broke.*may already exist/,
  },
  { name: 'a page instead of an answer', fault: { kind: 'html', when: 'after' }, says: /may already exist/ },
  {
    name: 'a 502',
    fault: { kind: 'status', status: 502, when: 'after' },
    says: /\(502\).*may already exist/,
  },
]
for (const { name, fault, says } of uncertain) {
  test(`${name}: the account may exist, and signing in finds out`, async ({ page, service }) => {
    service.faults.add({ ...fault, endpoint: REGISTER })
    await openRegister(page)
    await fillRegistration(page)
    await sendRegistration(page)
    await expect(page.getByRole('alert')).toContainText(says)
    await isAsTyped(page)
    expect(service.countRequests(REGISTER)).toBe(1)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(LIA.email)
    await page.getByLabel('Password').fill(LIA.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await waitForSessions(page)
  })
}

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
