import { expect, type Locator, type Page } from '@playwright/test'
import type { Bridge } from '../../electron/shared/bridge.ts'
import type { Language } from '../../electron/shared/languages.ts'
import { addSessions } from '../service/seed.ts'
import type { TestApp } from './app.ts'
import type { PracticeService } from './fixture.ts'
import type { OddService } from './odd-service.ts'

/** An email and a password. */
export interface Credentials {
  email: string
  password: string
}

/** Ana, whom `test.use({ ana: {} })` adds to the service. */
export const ANA = { email: 'ana@example.com', password: 'correct horse battery' }

/** Ada, whom the scripted service takes with any password. */
export const ADA = { email: 'ada@example.com', password: 'whatever-it-is' }

/** Fills in the sign-in form, which has its server address already, and sends it. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs accounts in one after the other, without the form; the last one is then the active one. */
export async function signInAll(page: Page, server: string, accounts: readonly Credentials[]): Promise<void> {
  await page.evaluate(
    async ({ server, accounts }) => {
      for (const account of accounts) {
        const answer = await window.sessionDesk.invoke('account:signIn', {
          ...account,
          server,
          deviceName: 'Desk',
        })
        if (!answer.ok) throw new Error(`${account.email}: ${answer.failure.kind}`)
      }
    },
    { server, accounts },
  )
}

/** Waits until the live list of sessions shows this device. */
export async function waitForSessions(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Sessions' }).waitFor()
  await page.locator('table:not([inert])').getByText('This device').waitFor()
}

/** Signs in, and waits for the live list. */
export async function openSessions(page: Page, credentials: Credentials): Promise<void> {
  await signIn(page, credentials)
  await waitForSessions(page)
}

/** Starts the app, signs in, and quits it once the list of sessions is there. */
export async function signInAndQuit(launch: () => Promise<TestApp>, credentials: Credentials): Promise<void> {
  const app = await launch()
  const page = await app.window()
  await signIn(page, credentials)
  await waitForSessions(page)
  await app.quit()
}

/** Signs in and opens the profile's page. */
export async function openProfile(page: Page, credentials: Credentials): Promise<void> {
  await signIn(page, credentials)
  await waitForSessions(page)
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
}

/** Chooses an item of the account menu. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Refreshes the list, and waits for it. */
export async function refresh(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('The list is up to date.')).toBeAttached()
}

/** The button of the dock with this name; a row can have one whose name begins alike. */
export function inDock(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByRole('button', { name, exact: true })
}

/** Sets the language of the app, and waits for it. */
export async function setLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate(async (chosen) => {
    const { sessionDesk } = globalThis as unknown as { sessionDesk: Bridge }
    await sessionDesk.invoke('settings:update', { language: chosen })
  }, language)
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language)
}

/** Starts the app on the scripted service, signs Ada in, and waits for the live list. */
export async function openOdd(
  launch: (...args: string[]) => Promise<TestApp>,
  { baseUrl }: OddService,
): Promise<Page> {
  const page = await (await launch(`--server=${baseUrl}`)).window()
  await openSessions(page, ADA)
  return page
}

/** The rows of the list, without its head. */
export function rows(page: Page): Locator {
  return page.getByRole('table').locator('tbody').getByRole('row')
}

/** Chooses an item in one of the menus above the list. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  const button = page.getByRole('button', { name: menu })
  await button.click()
  await page.getByRole('menuitemradio', { name: item, exact: true }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
}

/** Adds so many realistic sessions to a user. */
export function seed({ state }: PracticeService, email: string, count: number): void {
  addSessions(state, email, count)
}
