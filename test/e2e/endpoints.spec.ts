import type { Page } from '@playwright/test'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { ANA, waitForSessions, signIn, openSessions } from '../support/page-actions.ts'
import type { EndpointName } from '../service/endpoints.ts'

// Each endpoint in the window: refused, with its reply lost, and offline, unless another file covers it.
const BRUNO = { email: 'bruno@example.com', password: 'another good password' }

test.use({ ana: {} })
test.beforeEach(async ({ service }) => {
  await service.state.addUser({ ...BRUNO, name: 'Bruno', twoFactor: true })
})

const refuse = (service: PracticeService, endpoint: EndpointName, field = 'session') =>
  service.faults.add({
    kind: 'status',
    endpoint,
    status: 422,
    errors: { [field]: ['Words of the service.'] },
  })

const lose = (service: PracticeService, endpoint: EndpointName) =>
  service.faults.add({ kind: 'reset', when: 'after', endpoint, calls: { first: 1 } })

async function enter(page: Page, service: PracticeService): Promise<void> {
  service.state.addSession(ANA.email, { name: 'Phone' })
  await openSessions(page, ANA)
}

async function pickFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test.describe('POST /auth/two-factor', () => {
  async function code(page: Page, service: PracticeService): Promise<void> {
    await signIn(page, BRUNO)
    await page.getByLabel('Verification code').fill(service.state.codeFor(BRUNO.email))
  }
  const verify = (page: Page) => page.getByRole('button', { name: 'Verify' }).click()

  test('a lost reply keeps the code, and does not call it wrong', async ({ page, service }) => {
    lose(service, 'POST /auth/two-factor')
    await code(page, service)
    await verify(page)
    await expect(page.getByRole('alert')).toContainText(/unclear/)
    await expect(page.getByLabel('Verification code')).not.toHaveValue('')
    expect(service.countRequests('POST /auth/two-factor')).toBe(1)
  })
})

test.describe('GET /auth/me', () => {
  test('refused or lost: the profile shows the last known values', async ({ page, service }) => {
    await enter(page, service)
    for (const endanger of [refuse, lose]) {
      endanger(service, 'GET /auth/me')
      await page.getByRole('link', { name: 'Profile' }).click()
      await expect(page.getByLabel('Full name')).toHaveValue('Ana')
      await page.getByRole('link', { name: 'Sessions' }).click()
      service.faults.clear()
    }
    expect(service.state.sessionsOf(ANA.email)).toHaveLength(2)
  })
})

test.describe('GET /auth/sessions', () => {
  const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()

  test('retries a lost reply by itself', async ({ page, service }) => {
    await enter(page, service)
    service.state.addSession(ANA.email, { name: 'Tablet' })
    lose(service, 'GET /auth/sessions')
    await refresh(page)
    await expect(page.getByRole('row', { name: /Tablet/ })).toBeVisible()
  })
})

test.describe('DELETE /auth/sessions/{id}', () => {
  async function end(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'End Phone' }).click()
  }

  test('offline: reports nothing as ended', async ({ page, service }) => {
    await enter(page, service)
    await service.goOffline()
    await end(page)
    await expect(page.getByText(/Phone couldn't be ended|Waiting/)).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText('Ended Phone')).toHaveCount(0)
    await service.goOnline()
    expect(service.state.sessionsOf(ANA.email).map(({ name }) => name)).toContain('Phone')
  })
})

test.describe('POST /auth/refresh', () => {
  const renew = (page: Page) => page.getByRole('button', { name: 'Renew now' }).click()

  test('renews from the window', async ({ page, service }) => {
    await enter(page, service)
    await renew(page)
    await expect(page.getByText('This sign-in was renewed')).toBeVisible()
    expect(service.countRequests('POST /auth/refresh')).toBe(1)
    await waitForSessions(page)
  })

  test('refused, and offline: shows the reason, and stays signed in', async ({ page, service }) => {
    await enter(page, service)
    refuse(service, 'POST /auth/refresh')
    await renew(page)
    await expect(page.getByText("This sign-in couldn't be renewed")).toBeVisible()
    service.faults.clear()
    await service.goOffline()
    await renew(page)
    // The later message replaces the earlier one.
    await expect(page.getByText("doesn't accept connections").filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByText("This sign-in couldn't be renewed")).toHaveCount(1)
    await service.goOnline()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await waitForSessions(page)
  })
})

test.describe('POST /auth/logout', () => {
  test('a lost reply signs out here, and warns that the session may be listed', async ({ page, service }) => {
    await enter(page, service)
    lose(service, 'POST /auth/logout')
    await pickFromMenu(page, 'Sign out')
    await expect(page.getByText("The service couldn't be reached")).toBeVisible()
    expect(service.countRequests('POST /auth/logout')).toBe(1)
  })
})

test.describe('POST /auth/logout-all', () => {
  test('refused: keeps the sign-in', async ({ page, service }) => {
    await enter(page, service)
    refuse(service, 'POST /auth/logout-all')
    await pickFromMenu(page, 'Sign out everywhere')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page.getByText("Ana couldn't be signed out.")).toBeVisible()
    expect(service.state.sessionsOf(ANA.email)).toHaveLength(2)
  })
})
