import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Bridge } from '../../electron/shared/bridge.ts'
import { LANGUAGES } from '../../electron/shared/languages.ts'
import { violations } from '../support/checks/axe.ts'
import { readPdf } from '../support/checks/pdf-text.ts'
import type { TestApp } from '../support/app.ts'
import { closeWindow, test as ownApp } from '../support/desktop/tray-fixture.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { ANA, rows, setLanguage, waitForSessions, openSessions } from '../support/page-actions.ts'

const UNSIGNED = 'Recorded on this computer; not signed by the service.'
const DAY = 86_400_000
const DELETE = 'DELETE /auth/sessions/{id}'

test.use({ clockSpeed: 5, ana: { timezone: 'UTC' } })

/** Adds sessions named `Device 1` and so on; returns their ids. */
function addDevices({ state }: PracticeService, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const lastUsedAt = Date.now() - index * DAY
    return state.addSession(ANA.email, { name: `Device ${index + 1}`, lastUsedAt }).id
  })
}

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const decided = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: / decided: / })).toHaveText(
    new RegExp(`^${text} decided`),
  )

/** The name of the session that has the focus. */
function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() =>
    document.activeElement?.closest('tr')?.querySelector('[role=group]')?.getAttribute('aria-label'),
  )
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, role: 'button', name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true })
  await target.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}`)
}

/** By the number in its name, as the list is sorted. */
const byDevice = (a: string, b: string): number => Number(a.slice(7)) - Number(b.slice(7))

async function saveTo(app: TestApp, path: string): Promise<void> {
  await app.inMain(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, path)
}

async function saveReport(app: TestApp, page: Page, item: RegExp, path: string): Promise<Buffer> {
  await saveTo(app, path)
  await page.getByRole('button', { name: 'Save report…' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect.poll(() => readFile(path).catch(() => Buffer.of())).not.toHaveLength(0)
  await expect(page.getByText('The report was saved.')).toBeAttached()
  return readFile(path)
}

ownApp(
  '13 sessions by keyboard alone: killed in the middle, continued, two ended, a report, and the next one when it is due: a notification, a mark and a line in the tray',
  async ({ launch, service, desktop, profile, panel, area }) => {
    test.skip(process.platform !== 'linux', 'Panels of other systems cannot be played here')
    const ids = addDevices(service, 13)
    const first = await launch()
    let page = await first.window()
    await openSessions(page, ANA)
    await tabTo(page, 'button', 'Review…')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Review', exact: true })).toBeVisible()
    await decided(page, '0 of 13')
    await expect(page.getByRole('group', { name: /^Device/ })).toHaveCount(13)
    expect(await violations(page)).toEqual([])
    const order: (string | null | undefined)[] = []
    for (const key of ['m', 'x', 'u', 'm', 'm']) {
      await expect.poll(() => focused(page)).not.toBe(order.at(-1))
      await expect.poll(() => focused(page)).toMatch(/^Device/)
      order.push(await focused(page))
      await page.keyboard.press(key)
    }
    await decided(page, '5 of 13')
    const [, notMine, notSure] = order as string[]
    await expect(group(page, notMine!).getByRole('radio', { name: 'Not mine' })).toBeChecked()
    await expect(group(page, notSure!).getByRole('radio', { name: 'Not sure' })).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('x')
    await expect(group(page, order[4]!).getByRole('radio', { name: 'Not mine' })).toBeChecked()
    await page.keyboard.press('Control+z')
    await expect(group(page, order[4]!).getByRole('radio', { name: 'Mine', exact: true })).toBeChecked()
    await first.kill()
    expect(service.countRequests(DELETE)).toBe(0)

    const second = await launch()
    page = await second.window()
    await waitForSessions(page)
    await expect(page.getByText('1 not mine, not ended yet')).toBeVisible()
    await tabTo(page, 'button', 'Review…')
    await page.keyboard.press('Enter')
    await decided(page, '5 of 13')
    let last: string | null | undefined = null
    for (let left = 8; left > 0; left--) {
      await expect.poll(() => focused(page)).not.toBe(last)
      await expect.poll(() => focused(page)).toMatch(/^Device/)
      last = await focused(page)
      if (left === 3) order.push(last)
      await page.keyboard.press(left === 3 ? 'x' : 'm')
    }
    await decided(page, '13 of 13')
    expect(service.countRequests(DELETE)).toBe(0)
    await tabTo(page, 'button', 'Finish review')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog')
    const unwanted = [notMine!, order[5]!]
    for (const name of unwanted) await expect(dialog.getByText(name, { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await tabTo(page, 'button', 'End 2 sessions')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Review finished on/)).toBeVisible()
    await expect(page.getByText('2 sessions ended')).toBeVisible()
    const outcomes = page.getByRole('table', { name: 'Sessions in this review' })
    await expect(outcomes.getByRole('rowheader')).toHaveCount(14)
    const lead = (await outcomes.getByRole('rowheader').allTextContents()).slice(0, 2)
    expect(lead).toEqual([...unwanted].sort(byDevice))
    await expect(outcomes.getByText('Ended', { exact: true })).toHaveCount(2)
    expect(await violations(page)).toEqual([])

    const nameOf = new Map(ids.map((id, index) => [id, `Device ${index + 1}`]))
    const ended = service.requests.filter(({ endpoint }) => endpoint === DELETE).map(({ path }) => path)
    expect(ended.map((path) => nameOf.get(Number(path.split('/').at(-1)))).sort()).toEqual(
      [...unwanted].sort(),
    )

    const csv = (await saveReport(second, page, /^CSV/, join(desktop.folder, 'report.csv'))).toString('utf8')
    expect(csv).toMatch(/^\ufeffName,/)
    expect(csv.split('\r\n').filter((line) => line.startsWith('Device '))).toHaveLength(13)
    const bytes = await saveReport(second, page, /^PDF/, join(desktop.folder, 'report.pdf'))
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const pdf = readPdf(bytes)
    expect(pdf.pages).toBeGreaterThan(0)
    expect(pdf.title).toBe('Session review')
    const squeezed = pdf.text.replace(/\s/g, '')
    for (const text of [UNSIGNED, 'Not mine', '13 of 13 decided', ...nameOf.values()])
      expect(squeezed).toContain(text.replace(/\s/g, ''))

    // Electron frees no session: another report is printed in the same one.
    await second.inMain(({ app }) => {
      const seen = globalThis as { sessionsMade?: number }
      seen.sessionsMade = 0
      app.on('session-created', () => (seen.sessionsMade = (seen.sessionsMade ?? 0) + 1))
    })
    const again = await saveReport(second, page, /^PDF/, join(desktop.folder, 'again.pdf'))
    expect(readPdf(again)).toMatchObject({ title: pdf.title, pages: pdf.pages })
    expect(await second.inMain(() => (globalThis as { sessionsMade?: number }).sessionsMade)).toBe(0)

    await page.getByRole('combobox', { name: /^Next review/ }).click()
    await page.getByRole('option', { name: 'In 30 days' }).click()
    await expect(page.getByText(/^Due on/)).toBeVisible()
    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    await expect(rows(page).filter({ hasText: /Mine, \w+ \d+/ })).toHaveCount(10)
    await expect(rows(page).filter({ hasText: /Not sure, \w+ \d+/ })).toHaveCount(1)
    service.state.addSession(ANA.email, { name: 'New tablet', lastUsedAt: Date.now() })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(rows(page).filter({ hasText: 'New tablet' })).toHaveCount(1)
    await page.getByRole('button', { name: '1 not reviewed' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('New tablet')

    await second.quit()
    // As if 30 days had passed.
    const folder = join(profile, 'accounts')
    const [name = ''] = (await readdir(folder)).filter((file) => file.startsWith('review-'))
    const stored = JSON.parse(await readFile(join(folder, name), 'utf8')) as {
      finished: { finishedAt: number }[]
    }
    for (const review of stored.finished) review.finishedAt -= 30 * DAY
    await writeFile(join(folder, name), JSON.stringify(stored), { mode: 0o600 })

    const third = await launch()
    page = await third.window()
    const notified = () => area.shown.filter(({ title }) => title === 'A review of your sessions is due')
    await expect.poll(notified).toHaveLength(1)
    await expect(page.getByRole('link', { name: 'Sessions', exact: true })).toHaveAccessibleDescription(
      /Review due$/,
    )
    await closeWindow(third)
    const reopened = third.electron.waitForEvent('window')
    // The panel has the menu of an earlier start until this one has its own.
    await expect(() => panel.click('Review due…')).toPass()
    page = await reopened
    await decided(page, '0 of 12')
    await expect(rows(page).filter({ hasText: /^Device 1Mine, / })).toHaveCount(1)
    expect(notified()).toHaveLength(1)
  },
)

test('200 sessions: keys reach the last row, a selection and the rest are decided at once, and the report has at most six pages in each language', async ({
  app,
  page,
  service,
}, testInfo) => {
  for (let index = 0; index < 200; index++)
    service.state.addSession(ANA.email, {
      name:
        index % 3 === 0
          ? `Sensor ${index}`
          : 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Firefox/140.0',
      lastUsedAt: Date.now() - index * DAY,
    })
  await openSessions(page, ANA)
  await page.getByRole('button', { name: 'Review…' }).click()
  await decided(page, '0 of 200')
  await expect.poll(() => focused(page)).not.toBeNull()
  expect(await page.getByRole('radio', { name: 'Mine', exact: true }).count()).toBeLessThan(60)
  const first = await focused(page)
  // The row that the keys decide is to be seen, though a click has led here.
  expect(await page.locator('tr:focus').evaluate((row) => getComputedStyle(row).outlineStyle)).toBe('solid')
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).not.toBe(first)
  await page.keyboard.press('x')
  await decided(page, '1 of 200')
  // The next undecided session is the first one.
  await expect.poll(() => focused(page)).toBe(first)
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).not.toBe(first)
  await expect(group(page, (await focused(page))!).getByRole('radio', { name: 'Not mine' })).toBeInViewport()
  for (const [width, height] of [
    [720, 520],
    [540, 360],
    [1440, 900],
    [1024, 700],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.getByRole('radio', { name: 'Not mine', checked: true })).toHaveCount(1)
    expect(await page.evaluate(rowHeights)).toEqual([44])
    expect(await page.evaluate(headOffset), `${width}`).toBeLessThanOrEqual(1)
  }
  // It keeps no place for the details beside it.
  const widths: number[] = []
  for (const width of [1080, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    widths.push(await page.getByRole('table').evaluate((table) => table.clientWidth))
    const bar = await page.getByRole('region', { name: 'Review', exact: true }).boundingBox()
    expect(bar?.height).toBeLessThan(50)
  }
  expect(widths[1]).toBeGreaterThan(widths[0]!)
  await page.getByRole('rowheader').nth(1).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details).toHaveAttribute('data-sheet')
  await page.setViewportSize({ width: 1680, height: 720 })
  await expect(details).not.toHaveAttribute('data-sheet')
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(details).toHaveCount(0)
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('sensor')
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Select all 67' }).click()
  await page.getByRole('button', { name: 'Not sure', exact: true }).click()
  await decided(page, '68 of 200')
  await expect(page.getByRole('button', { name: 'Mark the rest mine' })).toBeDisabled()
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('')
  await page.getByRole('button', { name: 'Mark the rest mine' }).click()
  await decided(page, '200 of 200')
  await page.getByRole('button', { name: 'Undo' }).click()
  await decided(page, '68 of 200')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Finish review' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('132 sessions have no decision and stay signed in.')).toBeVisible()
  await dialog.getByRole('button', { name: 'End 1 session' }).click()
  await expect(page.getByText(/^Review finished on/)).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(await page.evaluate(findNestedScrollers)).toEqual([])
  for (const language of LANGUAGES) {
    await setLanguage(page, language)
    const path = testInfo.outputPath(`${language}.pdf`)
    await saveTo(app, path)
    const answer = await page.evaluate(async () => {
      const { sessionDesk } = globalThis as unknown as { sessionDesk: Bridge }
      const state = await sessionDesk.invoke('appState:get')
      const accountId = state.ok ? (state.value.activeAccountId ?? '') : ''
      const review = await sessionDesk.invoke('review:get', { accountId })
      const finishedAt = review.ok ? (review.value.review?.finishedAt ?? 0) : 0
      return sessionDesk.invoke('review:saveReport', { accountId, format: 'pdf', finishedAt })
    })
    expect(answer).toEqual({ ok: true, value: { saved: true } })
    const pdf = readPdf(await readFile(path))
    expect(pdf.pages, language).toBeLessThanOrEqual(6)
    expect(pdf.text.replaceAll(' ', ''), language).toContain('UTC')
  }
})

/** The heights of the rows. Runs in the page. */
function rowHeights(): number[] {
  const rows = [...document.querySelectorAll('tbody tr')]
  return [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))]
}

/** How far the check in the head of the list is from its middle, px. Runs in the page. */
function headOffset(): number {
  const middleOf = (selector: string): number => {
    const { top = 0, height = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
    return top + height / 2
  }
  return Math.abs(middleOf('thead input') - middleOf('thead tr'))
}

/** What scrolls inside the page beside the page itself. Runs in the page. */
function findNestedScrollers(): (string | null)[] {
  const scrolls = (element: Element): boolean =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowY) &&
    element.scrollHeight > element.clientHeight
  return [...document.querySelectorAll('main *')]
    .filter(scrolls)
    .map((element) => element.getAttribute('class'))
}
