import type { Page } from '@playwright/test'
import { expect, test } from '../support/shared-app.ts'
import type { OddAnswer, OddService } from '../support/odd-service.ts'
import { waitForSessions, openSessions } from '../support/page-actions.ts'
import { askForMail, fillNewPassword, openForgot, sendReset } from '../support/recovery-actions.ts'

const ADA = { email: 'ada@example.com', password: 'a-password-of-ada' }
const NEXT = 'another-password-of-ada'

/** Replies with a success status that do not confirm the write. */
const UNCONFIRMED: readonly OddAnswer[] = [{ json: { success: 'true' } }, { json: [] }, { status: 202 }]

/** Replies that confirm the write. */
const CONFIRMED: readonly OddAnswer[] = [{ json: { success: true } }, { status: 200 }, { status: 204 }]

const nameOf = (answer: OddAnswer): string => JSON.stringify(answer)

async function openPassword(page: Page): Promise<void> {
  await openSessions(page, ADA)
  await page.getByRole('link', { name: 'Password' }).click()
}

async function changePassword(page: Page): Promise<void> {
  await page.getByLabel('Current password').fill(ADA.password)
  await page.getByLabel('New password', { exact: true }).fill(NEXT)
  await page.getByLabel('Confirm new password').fill(NEXT)
  await page.keyboard.press('Enter')
}

async function signOutEverywhere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
}

/** From now on the service answers 401. */
function takesNoToken(odd: OddService): void {
  odd.answer('GET /auth/me', { status: 401, json: { message: 'Unauthenticated.' } })
}

test('a password change counts only when confirmed; otherwise it is unknown', async ({ launch, odd }) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await openPassword(page)
  for (const answer of UNCONFIRMED) {
    odd.answer('POST /auth/password/change', answer)
    await changePassword(page)
    await expect(page.getByText(/It's unclear whether the password of Ada/), nameOf(answer)).toBeVisible()
    await expect(page.getByText('Your password was changed.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText("It's unclear whether")).toHaveCount(0)
  }
  for (const answer of CONFIRMED) {
    odd.answer('POST /auth/password/change', answer)
    await changePassword(page)
    await expect(page.getByText('Your password was changed.'), nameOf(answer)).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveValue('')
  }
})

test('signing out everywhere is confirmed by the service, or by a 401', async ({ launch, odd }) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await openSessions(page, ADA)
  for (const answer of UNCONFIRMED) {
    odd.answer('POST /auth/logout-all', answer)
    await signOutEverywhere(page)
    await expect(page.getByText("Ada couldn't be signed out."), nameOf(answer)).toBeVisible()
    await waitForSessions(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText("Ada couldn't be signed out.")).toHaveCount(0)
  }
  expect(odd.count('POST /auth/logout-all')).toBe(UNCONFIRMED.length)
  odd.answer('POST /auth/logout-all', () => {
    takesNoToken(odd)
    return { json: { success: 'false' } }
  })
  await signOutEverywhere(page)
  await expect(page.getByText('Ada is signed out on every device.')).toBeVisible()
})

test('a reset without a confirmation is unknown, and the window says how to find out', async ({
  launch,
  odd,
}) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await openForgot(page)
  await askForMail(page, ADA.email)
  await page.getByRole('button', { name: 'Enter recovery token' }).click()
  await page.getByLabel('Recovery token').fill('the-token')
  await fillNewPassword(page, NEXT)
  const banner = page.getByRole('alert')
  for (const answer of UNCONFIRMED) {
    odd.answer('POST /auth/password/reset', answer)
    const before = odd.count('POST /auth/password/reset')
    await sendReset(page)
    await expect.poll(() => odd.count('POST /auth/password/reset'), nameOf(answer)).toBe(before + 1)
    await expect(banner, nameOf(answer)).toContainText("It's unclear whether the password was changed.")
    await expect(banner).toContainText('Try to sign in with the new one.')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  }
  odd.answer('POST /auth/password/reset', { status: 204 })
  await sendReset(page)
  await expect(page.getByText('Your password was changed.')).toBeVisible()
})
