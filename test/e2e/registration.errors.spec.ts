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
