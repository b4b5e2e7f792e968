import type { Page } from '@playwright/test'
import { startPracticeService } from '../service/start.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { ANA, waitForSessions, signIn, openSessions, chooseInMenu } from '../support/page-actions.ts'

/** Connects with an API token from the sign-in screen. */
async function connect(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Use an API token' }).click()
  await page.getByLabel('API token').fill(token)
  await page.getByRole('button', { name: 'Connect' }).click()
}

test.use({ ana: {} })

test.describe('an API token', () => {
  test('is shown masked, and removed, but never signed out at the service', async ({ page, service }) => {
    service.state.addSession(ANA.email, { name: 'Phone' })
    const token = service.state.addApiToken(ANA.email)
    await connect(page, 'sk_wrong')
    await expect(page.getByText("The service doesn't accept this token.")).toBeVisible()
    await page.getByLabel('API token').fill(token)
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByRole('row', { name: /Phone/ })).toBeVisible()
    await expect(page.getByText(`API token sk_…${token.slice(-4)}`)).toBeVisible()
    expect(await page.content()).not.toContain(token)
    await chooseInMenu(page, 'Remove account')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove account' }).click()
    await expect(page.getByText('Ana was removed from this computer.')).toBeVisible()
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

test.describe('several accounts', () => {
  async function second(): Promise<PracticeService> {
    const other = await startPracticeService()
    await other.state.addUser({ email: 'bruno@example.com', password: 'battery staple', name: 'Bruno' })
    return other
  }

  test('each uses its own service; a failure of one does not affect the other', async ({
    page,
    service,
    tolerate,
  }) => {
    const other = await second()
    tolerate.origins(other.origin)
    await openSessions(page, ANA)
    await chooseInMenu(page, 'Add account')
    await page.getByLabel('Server address').fill(other.origin)
    await signIn(page, { email: 'bruno@example.com', password: 'battery staple' })
    await waitForSessions(page)
    const tokensAt = ({ requests }: PracticeService): Set<string> =>
      new Set(requests.flatMap(({ bearer }) => bearer ?? []))
    const shared = [...tokensAt(other)].filter((token) => tokensAt(service).has(token))
    expect([tokensAt(other).size, tokensAt(service).size, shared]).toEqual([1, 1, []])

    // Bruno's service ends his session: the app says why, and Ana stays signed in.
    for (const { id } of other.state.sessionsOf('bruno@example.com')) other.state.revokeSession(id)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('The service no longer accepts the saved sign-in')).toBeVisible()
    await expect(page.getByLabel('Server address')).toHaveValue(other.baseUrl)
    await expect(page.getByLabel('Email')).toHaveValue('bruno@example.com')
    await page.getByRole('button', { name: 'Remove account' }).click()
    await waitForSessions(page)
    await expect(page.getByRole('button', { name: 'Account menu' })).toContainText('Ana')
    await other.close()
  })
})
