import type { Page } from '@playwright/test'
import { violations } from '../support/checks/axe.ts'
import { expect, test } from '../support/shared-app.ts'
import { type OddRequest, type OddService } from '../support/odd-service.ts'
import { waitForSessions, signIn } from '../support/page-actions.ts'

const OLD = 'the old password'
const NEW = 'the new password'
const CHANGE = 'POST /auth/password/change'
const LOGIN = 'POST /auth/login'

/** Answers sign-ins like a service whose password is `password`. */
function takesOnly(odd: OddService, right: string): void {
  odd.answer(LOGIN, ({ body }: OddRequest) =>
    (body as { password: string }).password === right
      ? { json: { success: true, data: { token: '9|probe', token_type: 'Bearer', expires_at: null } } }
      : { status: 401, json: { message: 'Invalid credentials' } },
  )
}

/** Signs in and sends a change whose reply is lost. */
async function changeUnknown(page: Page, odd: OddService): Promise<void> {
  await signIn(page, { email: 'ada@example.com', password: OLD })
  await waitForSessions(page)
  await page.getByRole('link', { name: 'Password' }).click()
  odd.answer(CHANGE, { cut: true })
  await page.getByLabel('Current password').fill(OLD)
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm new password').fill(NEW)
  await page.keyboard.press('Enter')
  await expect(page.getByText("It's unclear whether the password of Ada was changed")).toBeVisible()
}

test('a second click sends nothing; without a network no probe is sent either, and the outcome is found out afterwards', async ({
  launch,
  odd,
}) => {
  const app = await launch(`--server=${odd.baseUrl}`)
  const page = await app.window()
  await changeUnknown(page, odd)
  const button = page.getByRole('button', { name: 'Change password' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('alert')).toContainText('Find out about the change at')
  await button.click({ force: true })
  await page.getByLabel('Confirm new password').press('Enter')
  expect(await violations(page)).toEqual([])

  takesOnly(odd, OLD)
  odd.answer('GET /auth/me', { cut: true })
  const verifyOutcome = page.getByRole('button', { name: 'Find out' })
  await verifyOutcome.click()
  await expect(page.getByText(/^Nothing was tried\./)).toBeVisible()
  await expect(verifyOutcome).toBeVisible()
  expect(odd.count(LOGIN)).toBe(1)
  odd.answer('GET /auth/me', null)
  await verifyOutcome.click()
  await expect(page.getByText(/^The old password of Ada still worked at .+\./)).toBeVisible()
  await expect(page.getByText(/it may still arrive\.$/)).toBeVisible()
  expect([odd.count(CHANGE), odd.count(LOGIN)]).toEqual([1, 3])
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
})
