import type { Page } from '@playwright/test'

/** What a person signs in with. */
export interface Credentials {
  email: string
  password: string
}

/** Fills in the sign-in form, whose server address is already there, and sends it. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Waits until the list of sessions is there, with this device in it. */
export async function sessionsShown(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Sessions' }).waitFor()
  await page.getByRole('table').getByText('This device').waitFor()
}

/** Signs in and opens the profile's page. */
export async function profileShown(page: Page, credentials: Credentials): Promise<void> {
  await signIn(page, credentials)
  await sessionsShown(page)
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
}
