import { contentsOf } from '../support/checks/page-contents.ts'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { violations } from '../support/checks/axe.ts'
import { test as ownApp } from '../support/fixture.ts'
import { expect, test } from '../support/shared-app.ts'
import { waitForSessions } from '../support/page-actions.ts'
import { fillRegistration, LIA, openRegister, sendRegistration } from '../support/registration-actions.ts'

const REGISTER = 'POST /auth/register'

ownApp('creates an account and signs in; stores no password', async ({ app, page, service, profile }) => {
  await openRegister(page)
  await expect(page.getByLabel('Server address')).toHaveValue(service.baseUrl)
  await fillRegistration(page)
  await sendRegistration(page)
  await waitForSessions(page)
  await expect(page.getByRole('button', { name: 'Account menu' })).toContainText(LIA.name)
  expect(service.requests.filter(({ endpoint }) => endpoint === REGISTER).map(({ body }) => body)).toEqual([
    {
      name: LIA.name,
      email: LIA.email,
      password: LIA.password,
      password_confirmation: LIA.password,
      device_name: expect.stringMatching(/^Session Desk on /),
      terms_accepted: true,
    },
  ])
  expect(await service.state.hasPassword(LIA.email, LIA.password)).toBe(true)
  const canaries = { password: LIA.password }
  expect(await scanForSecrets({ texts: { page: await contentsOf(page) }, canaries })).toEqual([])
  await app.quit()
  const texts = { output: app.output.all.join('\n') }
  expect(await scanForSecrets({ dirs: [profile], texts, canaries })).toEqual([])
})

test.describe('a service that asks for a code', () => {
  test.use({ serviceOptions: { registerTwoFactor: true } })

  test('asks for the code, then signs in', async ({ page, service }) => {
    await openRegister(page)
    await fillRegistration(page)
    await sendRegistration(page)
    await page.getByRole('heading', { name: 'Two-factor verification' }).waitFor()
    await expect(page.getByText(LIA.email)).toBeVisible()
    await page.getByLabel('Verification code').fill(service.state.codeFor(LIA.email))
    await page.getByRole('button', { name: 'Verify' }).click()
    await waitForSessions(page)
    expect(service.countRequests('POST /auth/login')).toBe(0)
  })
})

test.describe('a service that gives no token', () => {
  test.use({ serviceOptions: { registerIssuesToken: false } })

  test('opens sign-in with the email filled in', async ({ page, service }) => {
    await openRegister(page)
    await fillRegistration(page)
    await sendRegistration(page)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect(page.getByRole('status')).toContainText('Your account was created. Sign in.')
    await expect(page.getByLabel('Email')).toHaveValue(LIA.email)
    await expect(page.getByLabel('Password')).toHaveValue('')
    await page.getByLabel('Password').fill(LIA.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await waitForSessions(page)
    expect(service.countRequests(REGISTER)).toBe(1)
  })
})

test('by keyboard alone, and back', async ({ page, service }) => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(LIA.email)
  await page.getByRole('button', { name: 'Create account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full name')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(LIA.email)
  await page.keyboard.type(LIA.name)
  for (const typed of ['', LIA.password]) {
    await page.keyboard.press('Tab')
    if (typed) await page.keyboard.type(typed)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(LIA.password)
  for (const _ of ['show', 'device', 'terms']) await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByRole('button', { name: 'Back' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect(page.getByLabel('Email')).toHaveValue(LIA.email)
  await openRegister(page)
  await fillRegistration(page)
  await page.getByLabel('Confirm password').press('Enter')
  await waitForSessions(page)
  expect(service.countRequests(REGISTER)).toBe(1)
})

test('axe finds nothing', async ({ page }) => {
  await openRegister(page)
  expect(await violations(page), 'empty').toEqual([])
  await fillRegistration(page, { ...LIA, password: 'short' })
  await expect(page.getByRole('status')).toContainText('Too short')
  await sendRegistration(page)
  await page.getByRole('alert').first().waitFor()
  expect(await violations(page), 'too short').toEqual([])
  await page.getByLabel('Password', { exact: true }).fill('tidal orchard minus kettle')
  await expect(page.getByRole('status')).toContainText('Strong.')
  expect(await violations(page), 'strong').toEqual([])
})
