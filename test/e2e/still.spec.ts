import type { Page } from '@playwright/test'
import { LANGUAGES } from '../../electron/shared/languages.ts'
import { shiftsIn } from '../support/checks/layout-shift.ts'
import { ANA, openSessions, rows, setLanguage, signIn, waitForSessions } from '../support/page-actions.ts'
import { expect, test } from '../support/shared-app.ts'

const SIZES = [
  [1440, 900],
  [1024, 768],
  [720, 520],
] as const

test.use({ ana: {} })
test.beforeEach(({ service }) => {
  for (let index = 1; index <= 12; index++)
    service.state.addSession(ANA.email, {
      name: `Device ${index}`,
      // In the middle of a minute, so that no age changes meanwhile.
      lastUsedAt: Date.now() - index * 60_000 - 30_000,
    })
})

/** Asks for the list without touching the page, as a poll does. */
async function poll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const state = await window.sessionDesk.invoke('appState:get')
    if (!state.ok) throw new Error(state.failure.kind)
    await window.sessionDesk.invoke('session:refresh', { accountId: state.value.activeAccountId ?? '' })
  })
}

for (const [index, [width, height]] of SIZES.entries())
  test(`nothing moves as the list arrives, nor in it, at ${width} x ${height}`, async ({ page, service }) => {
    await page.setViewportSize({ width, height })
    service.faults.add({ kind: 'delay', ms: 3_000, endpoint: 'GET /auth/sessions', calls: { first: 1 } })
    await signIn(page, ANA)
    await page.locator('table[aria-busy=true]').waitFor()
    await setLanguage(page, LANGUAGES[index]!)
    const byList = await shiftsIn(page, () => rows(page).filter({ hasText: 'Device 12' }).waitFor())
    expect(byList).toEqual([])
    await setLanguage(page, 'en')
    await waitForSessions(page)
    const row = (name: string) => rows(page).filter({ hasText: name })
    const chip = page.getByRole('button', { name: /^\d new$/ })
    const waiting = page.getByRole('button', { name: /^Show \d new sessions?$/ })

    // A poll with a new sign-in, while the pointer is in the list: the chip is seen at once, the row waits.
    await row('Device 3').hover()
    const byPoll = await shiftsIn(page, async () => {
      service.state.addSession(ANA.email, { name: 'Stranger', lastUsedAt: Date.now() })
      await poll(page)
      await expect(waiting).toHaveText('1 new')
      await expect(chip).toBeInViewport()
    })
    // The other chips alone make room for the first.
    expect(byPoll).toEqual([expect.stringMatching(/13 from the last 24 h/)])
    await expect(row('Stranger')).toHaveCount(0)

    // And while the focus is there: also what is used now keeps its place.
    await row('Device 2').focus()
    await page.mouse.move(1, 1)
    const byFocus = await shiftsIn(page, async () => {
      service.state.addSession(ANA.email, { name: 'Second stranger', lastUsedAt: Date.now() })
      await poll(page)
      await expect(waiting).toHaveText('2 new')
    })
    expect(byFocus).toEqual([])
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await poll(page)
    await expect(row('Second stranger')).toHaveCount(0)
    await waiting.click()
    await expect(rows(page)).toHaveCount(15)
    await expect(rows(page).nth(1)).toBeFocused()
    await expect(waiting).toHaveCount(0)

    const byDetails = await shiftsIn(page, async () => {
      await row('Device 4').getByRole('cell').nth(1).click()
      await page.getByLabel('Note').waitFor()
    })
    expect(byDetails).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Note')).toHaveCount(0)

    // "Ending…" takes the place of "End", and "Undo" comes into the row.
    const used = row('Device 5').locator('[data-column=lastUsed]')
    const places = async () => [
      (await used.boundingBox())?.x,
      (await row('Device 5').boundingBox())?.height,
      (await row('Device 6').boundingBox())?.height,
    ]
    await row('Device 5').hover()
    const beforeEnd = await places()
    await page.getByRole('button', { name: 'End Device 5', exact: true }).click()
    await row('Device 5').getByRole('button', { name: 'Undo ending Device 5' }).waitFor()
    expect(await places()).toEqual(beforeEnd)

    await row('Device 5').getByRole('button', { name: 'Undo ending Device 5' }).click()
    await page.getByText('Device 5 stays signed in').waitFor()

    const search = page.getByLabel('Search sessions')
    await page.locator('main').evaluate((main) => main.scrollTo(0, 0))
    const before = await search.boundingBox()
    const bySearch = await shiftsIn(page, async () => {
      await search.fill('nothing has this name')
      await page.getByRole('button', { name: 'Show all' }).waitFor()
    })
    expect(bySearch).toEqual([])
    expect(await search.boundingBox()).toEqual(before)
  })

test('every page begins at one left edge, and so does what is below it', async ({ page }) => {
  await openSessions(page, ANA)
  await page.getByRole('checkbox', { name: 'Select Device 1', exact: true }).check()
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    const edges = new Map<string, number>()
    const edgeOf = (text: string, name = text): Promise<void> =>
      page
        .getByText(text, { exact: true })
        .first()
        .evaluate((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return Math.round(range.getBoundingClientRect().x)
        })
        .then((x) => void edges.set(name, x))
    await edgeOf('1 selected')
    for (const name of ['Sessions', 'Activity', 'Profile', 'Password', 'Settings']) {
      await page.getByRole('link', { name }).click()
      const heading = page.getByRole('heading', { name, exact: true })
      await heading.waitFor()
      edges.set(name, Math.round((await heading.boundingBox())!.x))
    }
    await page.getByRole('link', { name: 'Sessions' }).click()
    await waitForSessions(page)
    await page.getByRole('button', { name: 'Review…' }).click()
    const bar = page.locator('#dock').getByRole('status').filter({ hasText: ' decided: ' })
    edges.set('the bar of a review', Math.round((await bar.boundingBox())!.x))
    expect(new Set(edges.values()).size, JSON.stringify([...edges])).toBe(1)
    await page.getByRole('link', { name: 'Sessions' }).click()
    await waitForSessions(page)
    await page.getByRole('checkbox', { name: 'Select Device 1', exact: true }).check()
  }
})
