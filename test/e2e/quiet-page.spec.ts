import type { Locator, Page } from '@playwright/test'
import { LANGUAGES } from '../../electron/shared/languages.ts'
import { violations } from '../support/checks/axe.ts'
import { layoutProblems } from '../support/checks/layout.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import {
  inDock,
  ANA,
  choose,
  rows,
  seed,
  signInAll,
  waitForSessions,
  openSessions,
  setLanguage,
} from '../support/page-actions.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}
const boxOf = async (element: Locator): Promise<Box> => (await element.boundingBox())!

/** The number of rows that are whole in the window. */
async function wholeRows(page: Page): Promise<number> {
  const area = await boxOf(page.locator('main'))
  const boxes = await Promise.all((await rows(page).all()).map((row) => boxOf(row)))
  return boxes.filter(({ y, height }) => y >= area.y && y + height <= area.y + area.height).length
}

/** Signs in somewhere else, which the app then finds. */
async function addStranger(page: Page, { state }: PracticeService): Promise<void> {
  state.addSession(ANA.email, { name: 'Stranger', lastUsedAt: null })
  await page.getByRole('button', { name: 'Refresh' }).click()
}

test.use({ ana: {} })
test.beforeEach(async ({ service, page }) => {
  seed(service, ANA.email, 14)
  await openSessions(page, ANA)
  await page.setViewportSize({ width: 720, height: 520 })
})

test('the page keeps its width whether it scrolls or not; the smallest window shows five rows under an open notice, in each language, and of several notices the most urgent one', async ({
  page,
  service,
}) => {
  const widthOf = async (): Promise<number> => (await boxOf(page.getByRole('table'))).width
  await page.setViewportSize({ width: 1080, height: 720 })
  const before = await widthOf()
  await page.getByLabel('Search sessions').fill('pixel')
  await expect(rows(page)).toHaveCount(1)
  expect(await page.locator('main').evaluate((main) => main.scrollHeight <= main.clientHeight)).toBe(true)
  expect(await widthOf()).toBe(before)
  await page.getByLabel('Search sessions').fill('')
  await page.setViewportSize({ width: 720, height: 520 })

  await addStranger(page, service)
  await page.getByText('New sign-in: Stranger').waitFor()
  for (const language of LANGUAGES) {
    await setLanguage(page, language)
    await expect.poll(() => wholeRows(page), { message: language }).toBeGreaterThanOrEqual(5)
  }
  await setLanguage(page, 'en')
  service.faults.add({ kind: 'status', status: 500, endpoint: 'GET /auth/sessions' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const failed = page.getByRole('alert')
  await expect(failed).toBeVisible()
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(5)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(failed).toBeVisible()
  await expect(page.getByRole('button', { name: 'It was me', exact: true })).toHaveCount(0)

  await page.setViewportSize({ width: 1080, height: 720 })
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: '2 messages' }).click()
  await expect(page.getByRole('button', { name: 'It was me', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '2 messages' })).toBeFocused()
  expect(await violations(page)).toEqual([])
})

test('all accounts show five rows in the smallest window too, and say how many accounts need attention', async ({
  page,
  service,
}) => {
  const bo = { email: 'bo@example.com', password: ANA.password }
  const eva = { email: 'eva@example.com', password: ANA.password }
  await service.state.addUser({ ...bo, name: 'Bo', tenant: 'Associação Beneficente dos Correios' })
  await service.state.addUser({ ...eva, name: 'Eva' })
  await signInAll(page, service.baseUrl, [eva, bo])
  await waitForSessions(page)
  for (const { id } of service.state.sessionsOf(eva.email)) service.state.revokeSession(id)
  service.state.addSession(ANA.email, { name: 'Stranger', lastUsedAt: null })
  await page.keyboard.press('Control+6')
  await page.getByRole('heading', { name: 'All accounts' }).waitFor()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('New sign-in to Ana: Stranger').waitFor()
  await expect(page.getByText('1 needs attention')).toBeVisible()
  for (const language of LANGUAGES) {
    await setLanguage(page, language)
    await expect.poll(() => wholeRows(page), { message: language }).toBeGreaterThanOrEqual(5)
    expect(await layoutProblems(page)).toEqual([])
    expect(await violations(page)).toEqual([])
  }
  await setLanguage(page, 'en')
  await page.getByRole('button', { name: /^3 accounts/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Not included: sign in again' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  // The one time of a row is the one that the list is sorted by.
  const row = rows(page).filter({ hasText: 'Pixel' })
  await expect(row.getByRole('cell', { name: /^Last used/ })).toBeInViewport()
  await choose(page, 'Sort', 'Signed in, newest first')
  await expect(row.locator('[data-column=signedIn]')).toBeVisible()
  await expect(row.locator('[data-column=lastUsed]')).toBeHidden()
})

test('toasts and the bar of the selection cover no row', async ({ page }) => {
  await rows(page).nth(2).getByRole('checkbox').click()
  await rows(page).nth(1).hover()
  await rows(page).nth(1).getByRole('button', { name: /^End / }).click()
  await inDock(page, 'Undo').waitFor()
  const area = await boxOf(page.locator('main'))
  for (const below of [page.getByText('1 selected'), inDock(page, 'Undo')]) {
    const { y } = await boxOf(below)
    expect(y).toBeGreaterThanOrEqual(area.y + area.height)
  }
  // The last row can be brought to the view, with its button.
  const last = rows(page).last()
  await last.scrollIntoViewIfNeeded()
  const end = await boxOf(last.getByRole('button', { name: /^End / }))
  expect(end.y + end.height).toBeLessThanOrEqual(area.y + area.height)
})

test('what can be undone stays in its place as messages and failures come', async ({ page, service }) => {
  // Looks at each frame: what can be undone is there for a moment only.
  await page.evaluate(() => {
    const places = new Set<string>()
    Object.assign(globalThis, { places })
    const look = (): void => {
      for (const button of document.querySelectorAll('[role=region] button')) {
        const { x, y } = button.getBoundingClientRect()
        if (button.textContent === 'Undo') places.add(`${x},${y}`)
      }
      requestAnimationFrame(look)
    }
    look()
  })
  service.faults.add({ kind: 'status', status: 403, endpoint: 'DELETE /auth/sessions/{id}' })
  const end = async (index: number): Promise<void> => {
    await rows(page).nth(index).hover()
    await rows(page).nth(index).getByRole('button', { name: /^End / }).click()
  }
  const undo = inDock(page, 'Undo')
  for (const index of [2, 3, 4, 5, 6]) await end(index)
  await expect(page.getByText("couldn't be ended")).toHaveCount(5)
  // They are higher than a fifth of the window, and only the dock scrolls.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await end(7)
  await expect(undo).toBeInViewport({ ratio: 1 })
  await undo.click()
  await expect(page.getByText('stays signed in')).toBeVisible()
  const places = await page.evaluate(() => [...(globalThis as unknown as { places: Set<string> }).places])
  expect(places).toHaveLength(1)
})
