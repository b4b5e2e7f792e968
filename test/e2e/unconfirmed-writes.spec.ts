import type { Page } from '@playwright/test'
import { expect, test } from '../support/shared-app.ts'
import { ODD_USER, type OddAnswer, type OddService } from '../support/odd-service.ts'
import { openProfile, waitForSessions, openSessions } from '../support/page-actions.ts'
import { askForMail, fillNewPassword, MAIL_SENT, openForgot, sendReset } from '../support/recovery-actions.ts'

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

test('reports a sign-out that the service did not confirm', async ({ launch, odd }) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  for (const answer of UNCONFIRMED.slice(0, 3)) {
    odd.answer('POST /auth/logout', answer)
    await openSessions(page, ADA)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await expect(page.getByText("The service didn't confirm it"), nameOf(answer)).toBeVisible()
  }
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

test('promises a mail only when the service confirms it', async ({ launch, odd }) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await openForgot(page)
  for (const answer of UNCONFIRMED) {
    odd.answer('POST /auth/password/forgot', answer)
    await askForMail(page, ADA.email)
    await expect(page.getByRole('alert'), nameOf(answer)).toContainText('The email may be on its way')
    await expect(page.getByText(MAIL_SENT)).toHaveCount(0)
  }
  odd.answer('POST /auth/password/forgot', null)
  await askForMail(page, ADA.email)
  await expect(page.getByText(MAIL_SENT)).toBeVisible()
})

test('a profile is saved when the service confirms it, or has the requested values', async ({
  launch,
  odd,
}) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await openProfile(page, ADA)
  const save = page.getByRole('button', { name: 'Save changes' })
  for (const answer of UNCONFIRMED) {
    odd.answer('PATCH /auth/me', answer)
    const before = odd.count('PATCH /auth/me')
    await page.getByLabel('Full name').fill('Ada Byron')
    await save.click()
    await expect.poll(() => odd.count('PATCH /auth/me'), nameOf(answer)).toBe(before + 1)
    await expect(page.getByRole('alert'), nameOf(answer)).toContainText(/your changes aren't saved/i)
    await expect(page.getByText('Saved.', { exact: true })).toHaveCount(0)
  }
  odd.answer('GET /auth/me', { json: { success: true, data: { user: { ...ODD_USER, name: 'Ada Byron' } } } })
  await save.click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
})

test('an account is created only when the service confirms it', async ({ launch, odd }) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Full name').fill('Ada')
  await page.getByLabel('Email').fill(ADA.email)
  await page.getByLabel('Password', { exact: true }).fill(NEXT)
  await page.getByLabel('Confirm password').fill(NEXT)
  await page.getByRole('checkbox', { name: 'I accept the terms' }).click()
  const submit = page.getByRole('button', { name: 'Create account' })
  for (const answer of UNCONFIRMED) {
    odd.answer('POST /auth/register', answer)
    const before = odd.count('POST /auth/register')
    await submit.click()
    await expect.poll(() => odd.count('POST /auth/register'), nameOf(answer)).toBe(before + 1)
    await expect(page.getByRole('alert'), nameOf(answer)).toContainText('The account may already exist')
  }
  odd.answer('POST /auth/register', { status: 201, json: { success: true } })
  await submit.click()
  await expect(page.getByText('Your account was created. Sign in.')).toBeVisible()
})
