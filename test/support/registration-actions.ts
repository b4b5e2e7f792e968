import type { Page } from '@playwright/test'

/** The user of most registration tests. */
export const LIA = { name: 'Lia Prado', email: 'lia@example.com', password: 'canary-password-81c4e7' }

/** Opens the form for a new account from sign-in. */
export async function openRegister(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Create account' }).waitFor()
}

/** Fills in the form, which has its server address and device name already. */
export async function fillRegistration(page: Page, { name, email, password } = LIA): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByText('I accept the terms').click()
}

/** Sends the form. */
export async function sendRegistration(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create account' }).click()
}
