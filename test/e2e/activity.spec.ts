import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from '../support/checks/axe.ts'
import { test as ownApp } from '../support/fixture.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { ANA, choose, signIn, openSessions, chooseInMenu } from '../support/page-actions.ts'
import type { TestApp } from '../support/app.ts'

test.use({ clockSpeed: 5, ana: { timezone: 'America/Sao_Paulo' } })
test.beforeEach(async ({ service }) => {
  service.state.addSession(ANA.email, { name: 'iPhone', lastUsedAt: Date.now() })
})

/** Signs in, gets one new session, ends another, then opens the page. */
async function live(app: TestApp, service: PracticeService) {
  const page = await app.window()
  await openSessions(page, ANA)
  service.state.addSession(ANA.email, { name: '=SUM(A1:A9)', lastUsedAt: Date.now() })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('New sign-in: =SUM(A1:A9)')).toBeVisible()
  await page.getByRole('button', { name: 'End iPhone' }).click()
  await expect(page.getByText('Ended iPhone')).toBeVisible()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible()
  return page
}

/** Answers the system's save dialog with a path, or cancels it. */
async function saveTo(app: TestApp, path: string | null): Promise<void> {
  await app.inMain(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: filePath === null, filePath: filePath ?? '' })
  }, path)
}

test('shows the sessions over time and the history by day, reports a file that could not be written, and clears after a confirmation', async ({
  app,
  service,
}) => {
  const page = await live(app, service)
  const history = page.getByRole('table', { name: 'History' })
  // The columns, and one heading for the day.
  await expect(history.getByRole('row')).toHaveCount(5)
  await expect(history.getByRole('row').nth(1)).toHaveText(/^\w+day, .* \d{4}$/)
  await expect(history.getByRole('row').nth(2)).toContainText(/Ended.*iPhone.*This app/)
  await expect(history.getByRole('row').nth(3)).toContainText(/New sign-in.*=SUM\(A1:A9\).*Elsewhere/)
  await expect(history.getByRole('row').nth(4)).toContainText(/Signed in here.*This app/)
  const picture = page.getByRole('img', { name: 'Sessions over time: 3 sessions, 2 of them listed now' })
  // The chart has more than one colour.
  const colours = await picture.evaluate((canvas: HTMLCanvasElement) => {
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    const seen = new Set<string>()
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255) seen.add(`${data[at]},${data[at + 1]},${data[at + 2]}`)
    return seen.size
  })
  expect(colours).toBeGreaterThan(2)
  expect(await violations(page), 'the picture and the history').toEqual([])

  await saveTo(app, '/nowhere/at/all.csv')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  await expect(page.getByRole('alert')).toBeVisible()

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('3 entries')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('button', { name: 'Clear history' }).click()
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible()
  // Open sessions stay open, and none counts as new a second time.
  await expect(page.getByText('New sign-in: =SUM(A1:A9)')).toBeVisible()
  await page.getByRole('button', { name: 'It was me', exact: true }).click()
  await expect(page.getByText('1 of 1 entry')).toBeVisible()
  expect(service.state.sessionsOf(ANA.email)).toHaveLength(2)
})

test('leads from an entry to the details, by keyboard and by click, and says what a bar is', async ({
  app,
  service,
}) => {
  const page = await live(app, service)
  await expect(page.getByText('Time zone: Brasilia Standard Time')).toBeVisible()
  const history = page.getByRole('table', { name: 'History' })
  const stranger = page.getByRole('dialog', { name: '=SUM(A1:A9)' })
  // One tab stop for the table, whose first entry with a listed session is the second.
  await page.getByRole('button', { name: /^Source/ }).focus()
  await page.keyboard.press('Tab')
  await expect(history.getByRole('button', { name: '=SUM(A1:A9)' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stranger).toBeVisible()

  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+2')
  await expect(history.getByRole('row', { name: /iPhone/ }).getByRole('button')).toHaveCount(0)
  await history.getByRole('row', { name: /=SUM/ }).click({ position: { x: 20, y: 26 } })
  await expect(stranger).toBeVisible()

  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+2')
  const box = await page.getByRole('img', { name: /^Sessions over time/ }).boundingBox()
  const detail = async (): Promise<string> =>
    (await page.getByText(/: signed in .*, last used /).allTextContents()).join()
  const names: string[] = []
  let before = ''
  for (const share of [1 / 6, 3 / 6, 5 / 6]) {
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) * share)
    await expect.poll(detail).not.toBe(before)
    before = await detail()
    names.push(before.replace(/: signed in.*$/, ''))
  }
  expect(names.toSorted()).toEqual(['=SUM(A1:A9)', expect.stringMatching(/^Session Desk on /), 'iPhone'])
})

test('chooses the days of the history with the brush, by keyboard and by pointer, and opens a bar', async ({
  app,
  service,
}) => {
  service.state.addSession(ANA.email, { name: 'Old tablet', createdAt: Date.now() - 300 * 86_400_000 })
  const page = await live(app, service)
  const [first, last] = [
    page.getByRole('slider', { name: 'First day' }),
    page.getByRole('slider', { name: 'Last day' }),
  ]
  await expect(page.getByText('3 of 3 entries')).toBeVisible()
  await last.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('0 of 3 entries')).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByText('3 of 3 entries')).toBeVisible()
  const before = await first.getAttribute('aria-valuetext')
  const box = await page.getByRole('group', { name: 'Days of the list' }).boundingBox()
  if (!box) throw new Error('The brush has no place')
  await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2)
  await expect(first).not.toHaveAttribute('aria-valuetext', before ?? '')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('radio', { name: 'All' }).click()
  await expect(first).toHaveAttribute('aria-valuenow', '0')

  // Over a bar, which a click opens, a drag moves the brush too.
  const bar = { x: box.x + box.width / 4, y: box.y + (box.height * 7) / 8 }
  await page.mouse.move(bar.x, bar.y)
  await page.mouse.down()
  await expect(first).toHaveAttribute('aria-valuenow', '0')
  await page.mouse.move(bar.x + box.width / 4, bar.y, { steps: 4 })
  await page.mouse.up()
  const half = Math.round(Number(await first.getAttribute('aria-valuemax')) / 2)
  await expect
    .poll(async () => Math.abs(Number(await first.getAttribute('aria-valuenow')) - half))
    .toBeLessThan(3)
  await page.mouse.click(bar.x, bar.y)
  await expect(page.getByRole('dialog', { name: 'Old tablet' })).toBeVisible()
})

ownApp(
  'filters and exports, with no formula in the file, and survives a restart',
  async ({ launch, service, desktop }) => {
    const first = await launch()
    const page = await live(first, service)
    const file = join(desktop.folder, 'history.csv')
    await saveTo(first, null)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: /^CSV/ }).click()
    await saveTo(first, file)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: /^CSV/ }).click()
    await expect(page.getByText('The history was saved.')).toBeVisible()
    const csv = await readFile(file, 'utf8')
    expect(csv.split('\r\n').map((line) => line.replace(/^[^,]*,/, ''))).toEqual([
      'What happened,Source,Name,Session,Not before',
      expect.stringMatching(/^Ended,This app,iPhone,\d+,$/),
      expect.stringMatching(/^New sign-in,Elsewhere,'=SUM\(A1:A9\),\d+,$/),
      expect.stringMatching(/^Signed in here,This app,Session Desk on .*,\d+,$/),
      '',
    ])
    await first.quit()

    const second = await launch()
    const again = await second.window()
    // The page is there again, too.
    await again.getByRole('heading', { name: 'Activity' }).waitFor()
    await choose(again, 'What happened', 'Ended')
    await expect(again.getByText('1 of 3 entries')).toBeVisible()
    await saveTo(second, join(desktop.folder, 'history.json'))
    await again.getByRole('button', { name: 'Export' }).click()
    await again.getByRole('menuitem', { name: /^JSON/ }).click()
    await expect(again.getByText('The history was saved.')).toBeVisible()
    const json = JSON.parse(await readFile(join(desktop.folder, 'history.json'), 'utf8')) as {
      history: object[]
    }
    expect(json.history).toMatchObject([{ type: 'ended', actor: 'thisApp', name: 'iPhone' }])
  },
)

test('the history stays for an account that signed out', async ({ page, service }) => {
  await openSessions(page, ANA)
  await chooseInMenu(page, 'Sign out')
  service.state.addSession(ANA.email, { name: 'Signed in meanwhile' })
  await signIn(page, ANA)
  await expect(page.getByText('New sign-in: Signed in meanwhile')).toBeVisible()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('row', { name: /Signed out here/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Signed in here/ })).toHaveCount(2)
})
