import { expect, test } from '../support/shared-app.ts'
import type { OddAnswer } from '../support/odd-service.ts'
import { chooseInMenu, openSessions, waitForSessions } from '../support/page-actions.ts'
import { askForMail, fillNewPassword, openForgot, sendReset } from '../support/recovery-actions.ts'

const ADA = { email: 'ada@example.com', password: 'a-password-of-ada' }
const NEXT = 'another-password-of-ada'
const CHANGE = 'POST /auth/password/change'
const EVERYWHERE = 'POST /auth/logout-all'
const RESET = 'POST /auth/password/reset'

/** A reply with a success status that does not confirm the write. */
const UNCONFIRMED: OddAnswer = { json: { success: 'true' } }
const CONFIRMED: OddAnswer = { status: 204 }

test('a reset, a password change and signing out everywhere count only when confirmed; otherwise they are unknown', async ({
  launch,
  odd,
}) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await openForgot(page)
  await askForMail(page, ADA.email)
  await page.getByRole('button', { name: 'Enter recovery token' }).click()
  await page.getByLabel('Recovery token').fill('the-token')
  await fillNewPassword(page, NEXT)
  odd.answer(RESET, UNCONFIRMED)
  await sendReset(page)
  const banner = page.getByRole('alert')
  await expect(banner).toContainText("It's unclear whether the password was changed.")
  await expect(banner).toContainText('Try to sign in with the new one.')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  odd.answer(RESET, CONFIRMED)
  await sendReset(page)
  await expect(page.getByText('Your password was changed.')).toBeVisible()

  await openSessions(page, ADA)
  await page.getByRole('link', { name: 'Password' }).click()
  async function changePassword(): Promise<void> {
    await page.getByLabel('Current password').fill(ADA.password)
    await fillNewPassword(page, NEXT)
    await page.keyboard.press('Enter')
  }
  odd.answer(CHANGE, UNCONFIRMED)
  await changePassword()
  await expect(page.getByText(/It's unclear whether the password of Ada/)).toBeVisible()
  await expect(page.getByText('Your password was changed.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText("It's unclear whether")).toHaveCount(0)
  odd.answer(CHANGE, CONFIRMED)
  await changePassword()
  await expect(page.getByText('Your password was changed.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveValue('')

  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  async function signOutEverywhere(): Promise<void> {
    await chooseInMenu(page, 'Sign out everywhere')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  }
  odd.answer(EVERYWHERE, UNCONFIRMED)
  await signOutEverywhere()
  await expect(page.getByText("Ada couldn't be signed out.")).toBeVisible()
  await waitForSessions(page)
  odd.answer(EVERYWHERE, () => {
    odd.answer('GET /auth/me', { status: 401, json: { message: 'Unauthenticated.' } })
    return { json: { success: 'false' } }
  })
  await signOutEverywhere()
  await expect(page.getByText('Ada is signed out on every device.')).toBeVisible()
  expect(odd.count(EVERYWHERE)).toBe(2)
})
