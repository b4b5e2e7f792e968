import type { Page } from '@playwright/test'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { test as ownApp } from '../support/fixture.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { waitForSessions, signIn } from '../support/page-actions.ts'

const ANA = { email: 'ana@example.com', password: 'canary-old-password-77c1' }
const NEW = 'canary-new-password-5e0b'
const CHANGE = 'POST /auth/password/change'
const canaries = { old: ANA.password, new: NEW }

/** Signs Ana in, with a code where her account asks for one, and opens the page. */
async function openPage(page: Page, service: PracticeService, twoFactor = false): Promise<void> {
  await service.state.addUser({ ...ANA, name: 'Ana', twoFactor })
  service.state.addSession(ANA.email, { name: 'Phone' })
  await signIn(page, ANA)
  if (twoFactor) {
    await page.getByLabel('Verification code').fill(service.state.codeFor(ANA.email))
    await page.getByRole('button', { name: 'Verify' }).click()
  }
  await waitForSessions(page)
  await page.getByRole('link', { name: 'Password' }).click()
}

/** By keyboard alone. */
async function change(page: Page, current = ANA.password, next = NEW, again = next): Promise<void> {
  await page.getByLabel('Current password').fill(current)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm new password').fill(again)
  await page.keyboard.press('Enter')
}

/** The names of the sessions at the service, without their numbers. */
function sessionsAt(service: PracticeService): string[] {
  return service.state.sessionsOf(ANA.email).map(({ name }) => name.replace(/ on .*/, ''))
}

test('changes, and offers to end all others afterwards', async ({ page, service }) => {
  await openPage(page, service)
  await change(page)
  await expect(page.getByRole('status').filter({ hasText: 'Your password was changed.' })).toBeVisible()
  await expect(page.getByText('Signed-in devices: 2 before, 2 now.')).toBeVisible()
  expect(await service.state.hasPassword(ANA.email, NEW)).toBe(true)
  await page.getByRole('button', { name: 'End all others' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Phone')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'End 1 session' }).click()
  await expect(page.getByText('Signed-in devices: 2 before, 1 now.')).toBeVisible()
  expect(sessionsAt(service)).toEqual(['Session Desk'])
})

ownApp(
  'a reply that is lost, with a second factor: unknown, then verified',
  async ({ page, service, app, profile }) => {
    await openPage(page, service, true)
    const before = sessionsAt(service)
    service.faults.add({ kind: 'reset', when: 'after', endpoint: CHANGE })
    await change(page)
    await expect(page.getByText("It's unclear whether the password of Ana was changed")).toBeVisible()
    await page.getByRole('button', { name: 'Find out' }).click()
    const changed = page.getByText(/The password of Ana was changed/)
    await expect(changed).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveValue('')
    await expect(page.getByRole('button', { name: 'End all others' })).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(changed).toBeHidden()
    expect([service.countRequests(CHANGE), service.countRequests('POST /auth/login')]).toEqual([1, 3])
    expect(sessionsAt(service)).toEqual(before)
    await app.quit()
    const texts = { output: app.output.all.join('\n') }
    expect(await scanForSecrets({ dirs: [profile], texts, canaries })).toEqual([])
  },
)
