import type { Page } from '@playwright/test'
import { expect, test } from '../support/shared-app.ts'
import { ANA, openProfile } from '../support/page-actions.ts'

const ME = 'GET /auth/me'
const CHANGE = 'PATCH /auth/me'

async function chooseLanguage(page: Page, name: string, label = 'Language'): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name }).click()
}

async function chooseZone(page: Page, term: string, option: string): Promise<void> {
  await page.getByLabel('Time zone', { exact: true }).fill(term)
  await page.getByRole('option', { name: option }).click()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

test.use({ ana: { timezone: 'America/Sao_Paulo', emailVerified: false } })

test('shows the profile, and sends only the changed fields', async ({ page, service }) => {
  await openProfile(page, ANA)
  await expect(page.getByLabel('Full name')).toHaveValue('Ana')
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveText('English')
  await expect(page.getByLabel('Time zone', { exact: true })).toHaveValue('America/Sao_Paulo (UTC−03:00)')
  for (const fact of ['Not verified', 'admin', 'Practice Tenant · active', 'Off']) {
    await expect(page.getByText(fact)).toBeVisible()
  }
  await expect(save(page)).toBeDisabled()
  await page.getByLabel('Full name').fill('Ana Maria')
  await save(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Account menu' })).toContainText('Ana Maria')
  const sent = service.requests.filter(({ endpoint }) => endpoint === CHANGE)
  expect(sent.map(({ body }) => body)).toEqual([{ name: 'Ana Maria' }])
})

test('a new language switches the window, a new time zone every time shown', async ({ page, service }) => {
  const at = Date.parse('2026-01-15T23:30:00Z')
  service.state.addSession(ANA.email, { name: 'Old tablet', createdAt: at, lastUsedAt: at })
  await openProfile(page, ANA)
  await chooseZone(page, 'tokyo', 'Asia/Tokyo (UTC+09:00)')
  await chooseLanguage(page, 'Español')
  await save(page).click()
  await expect(page.getByRole('heading', { name: 'Perfil' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('es')
  expect(service.state.userOf(ANA.email)).toMatchObject({ timezone: 'Asia/Tokyo', locale: 'es', name: 'Ana' })
  await page.getByRole('link', { name: 'Sesiones' }).click()
  const row = page.getByRole('row', { name: /Old tablet/ })
  await expect(row.locator('[title*="16 de enero de 2026"]').first()).toBeVisible()
})

test('a reply that is lost makes the app check the profile: the change was not saved, or it was', async ({
  page,
  service,
}) => {
  await openProfile(page, ANA)
  await page.getByLabel('Full name').fill('Ana Maria')
  for (const when of ['before', 'after'] as const) {
    const lost = service.faults.add({ kind: 'reset', when, endpoint: CHANGE })
    service.clearRequests()
    await save(page).click()
    if (when === 'after') await expect(page.getByText('Saved.')).toBeVisible()
    else await expect(page.getByRole('alert')).toContainText("Your changes aren't saved yet.")
    lost()
    await expect(page.getByLabel('Full name')).toHaveValue('Ana Maria')
    expect(service.countRequests(ME)).toBeGreaterThan(0)
    expect(service.countRequests(CHANGE)).toBe(1)
    expect(service.state.userOf(ANA.email).name).toBe(when === 'after' ? 'Ana Maria' : 'Ana')
  }
})
