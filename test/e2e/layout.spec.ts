import type { Page } from '@playwright/test'
import { LANGUAGES } from '../../electron/shared/languages.ts'
import { violations } from '../support/checks/axe.ts'
import { layoutProblems } from '../support/checks/layout.ts'
import { expect, test } from '../support/fixture.ts'
import { openSessions, setLanguage } from '../support/page-actions.ts'

const ANA = { email: 'ana.carolina.de.souza@correspondencia.example.com', password: 'correct horse battery' }
/** The smallest window, the default one, the smallest one at 200 %, and 4K; CSS pixels. */
const SIZES = [
  [720, 520],
  [1080, 720],
  [360, 260],
  [540, 360],
  [3840, 2160],
] as const

/** Checks the current screen in all languages and sizes. */
async function everywhere(page: Page, screen: string): Promise<string[]> {
  const problems: string[] = []
  for (const language of LANGUAGES) {
    await setLanguage(page, language)
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      const found = await layoutProblems(page)
      problems.push(...found.map((problem) => `${screen}, ${language}, ${width} x ${height}: ${problem}`))
    }
    const broken = await violations(page)
    problems.push(...broken.map((rule) => `${screen}, ${language}: axe, ${rule}`))
  }
  await setLanguage(page, 'en')
  await page.setViewportSize({ width: 1080, height: 720 })
  return problems
}

/** The screens before sign-in, by the button that opens them; the last one from the one before. */
const ENTRANCES = [
  ['Create account', 'Create account'],
  ['Forgot password?', 'Forgot password'],
  ['Enter recovery token', 'Reset password'],
] as const

test(
  'nothing is cut off or overlaps, in any language and size',
  { tag: '@long' },
  async ({ page, service, tolerate }) => {
    tolerate.errors(/a defect of the page/, /page\.failed/)
    await service.state.addUser({
      ...ANA,
      name: 'Ana Carolina de Souza Albuquerque Cavalcanti',
      tenant: 'Associação Beneficente dos Correios do Nordeste',
    })
    service.state.addSession(ANA.email, { name: 'Firefox on Ubuntu', lastUsedAt: Date.now() - 3_600_000 })
    const long = service.state.addSession(ANA.email, { name: 'M'.repeat(200), lastUsedAt: null })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await everywhere(page, 'sign in')).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').first().waitFor()
    expect(await everywhere(page, 'sign in with errors')).toEqual([])
    for (const [button, heading] of ENTRANCES) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      expect(await everywhere(page, heading)).toEqual([])
      if (heading === 'Forgot password') continue
      for (let steps = heading === 'Reset password' ? 2 : 1; steps > 0; steps--) {
        await page.getByRole('button', { name: 'Back' }).click()
      }
    }
    await page.getByRole('button', { name: 'Use an API token' }).click()
    await page.getByLabel('API token').waitFor()
    expect(await everywhere(page, 'API token')).toEqual([])
    await page.getByRole('button', { name: 'Back' }).click()

    await openSessions(page, ANA)
    expect(await everywhere(page, 'sessions')).toEqual([])
    service.state.addSession(ANA.email, { name: 'N'.repeat(200), lastUsedAt: null })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText(/^New sign-in/).waitFor()
    expect(await everywhere(page, 'a new sign-in')).toEqual([])
    await page.getByRole('button', { name: /^It was me/ }).click()
    service.state.revokeSession(long.id)
    service.state.addSession(ANA.email, { name: 'M'.repeat(200), lastUsedAt: null })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText(/^New sign-in: M/).waitFor()
    await page.getByRole('button', { name: 'Review…' }).click()
    await page.getByRole('group', { name: 'Firefox on Ubuntu' }).waitFor()
    await page.getByRole('checkbox').first().check()
    expect(await everywhere(page, 'a review')).toEqual([])
    await page.getByRole('button', { name: 'Clear selection' }).click()
    for (const mine of await page.getByRole('radio', { name: 'Mine', exact: true }).all()) await mine.check()
    await page.getByRole('button', { name: 'Finish review' }).click()
    await page.getByText(/^Review finished on/).waitFor()
    expect(await everywhere(page, 'a finished review')).toEqual([])
    for (const name of ['Activity', 'Profile', 'Password', 'Settings']) {
      await page.getByRole('link', { name }).click()
      await page.getByRole('heading', { name, exact: true }).waitFor()
      expect(await everywhere(page, name)).toEqual([])
    }
    await page.evaluate(() => void Promise.reject(new Error('a defect of the page')))
    await page.getByRole('heading', { name: "This page couldn't be shown" }).waitFor()
    expect(await everywhere(page, 'a page that failed')).toEqual([])
  },
)
