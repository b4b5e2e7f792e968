import { expect, type Page } from '@playwright/test'
import type { PracticeService } from './fixture.ts'

/** The message after a request for a recovery mail, for any email. */
export const MAIL_SENT =
  'If an account exists for this address, an email with a recovery token is on its way.'

/** Opens the form for a recovery mail from sign-in. */
export async function openForgot(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Forgot password' }).waitFor()
}

/** Requests the mail. */
export async function askForMail(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send recovery email' }).click()
}

/** Requests the mail and opens the form for its token; returns the token. */
export async function openReset(page: Page, service: PracticeService, email: string): Promise<string> {
  await openForgot(page)
  await askForMail(page, email)
  await expect(page.getByRole('status')).toContainText(MAIL_SENT)
  await page.getByRole('button', { name: 'Enter recovery token' }).click()
  await page.getByRole('heading', { name: 'Reset password' }).waitFor()
  return service.outbox.at(-1)?.token ?? ''
}

/** Types the new password twice. */
export async function fillNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
}

/** Sends the form with the new password. */
export async function sendReset(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reset password' }).click()
}
