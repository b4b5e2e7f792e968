import { readFile } from 'node:fs/promises'
import { violations } from '../support/checks/axe.ts'
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

test('shows the sessions over time and the history by day, exports what is filtered with no formula in the file, and clears after a confirmation', async ({
  app,
  service,
}, testInfo) => {
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

  const exportAs = async (format: RegExp, path: string | null): Promise<void> => {
    await saveTo(app, path)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: format }).click()
  }
  await exportAs(/^CSV/, '/nowhere/at/all.csv')
  await expect(page.getByRole('alert')).toBeVisible()
  await exportAs(/^CSV/, null)
  const [csv, json] = [testInfo.outputPath('history.csv'), testInfo.outputPath('history.json')]
  await exportAs(/^CSV/, csv)
  await expect(page.getByText('The history was saved.')).toBeVisible()
  const lines = (await readFile(csv, 'utf8')).split('\r\n')
  expect(lines.map((line) => line.replace(/^[^,]*,/, ''))).toEqual([
    'What happened,Source,Name,Session,Not before',
    expect.stringMatching(/^Ended,This app,iPhone,\d+,$/),
    expect.stringMatching(/^New sign-in,Elsewhere,'=SUM\(A1:A9\),\d+,$/),
    expect.stringMatching(/^Signed in here,This app,Session Desk on .*,\d+,$/),
    '',
  ])
  await choose(page, 'What happened', 'Ended')
  await expect(page.getByText('1 of 3 entries')).toBeVisible()
  await exportAs(/^JSON/, json)
  await expect.poll(() => readFile(json, 'utf8').catch(() => '')).toContain('"history"')
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({
    history: [{ type: 'ended', actor: 'thisApp', name: 'iPhone' }],
  })

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('3 entries')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('button', { name: 'Clear history' }).click()
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible()
  // Open sessions stay open, and none counts as new a second time.
  await expect(page.getByText('New sign-in: =SUM(A1:A9)')).toBeVisible()
  await page.getByRole('button', { name: 'It was me', exact: true }).click()
  await expect(page.getByText(/^\d of 1 entry$/)).toBeVisible()
  expect(service.state.sessionsOf(ANA.email)).toHaveLength(2)
})

test('leads from an entry to the details, by keyboard and by click, says what a bar is, and chooses days with the brush', async ({
  app,
  service,
}) => {
  service.state.addSession(ANA.email, { name: 'Old tablet', createdAt: Date.now() - 300 * 86_400_000 })
  const page = await live(app, service)
  await expect(page.getByText('Time zone: Brasilia Standard Time')).toBeVisible()
  const history = page.getByRole('table', { name: 'History' })
  const stranger = page.getByRole('complementary', { name: 'Details' }).filter({ hasText: '=SUM(A1:A9)' })
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
  for (const share of [1 / 8, 3 / 8, 5 / 8, 7 / 8]) {
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) * share)
    await expect.poll(detail).not.toBe(before)
    before = await detail()
    names.push(before.replace(/: signed in.*$/, ''))
  }
  expect(names.toSorted()).toEqual([
    '=SUM(A1:A9)',
    'Old tablet',
    expect.stringMatching(/^Session Desk on /),
    'iPhone',
  ])

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
  const earlier = await first.getAttribute('aria-valuetext')
  const days = await page.getByRole('group', { name: 'Days of the list' }).boundingBox()
  if (!days) throw new Error('The brush has no place')
  await page.mouse.click(days.x + days.width / 4, days.y + days.height / 2)
  await expect(first).not.toHaveAttribute('aria-valuetext', earlier ?? '')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('radio', { name: 'All' }).click()
  await expect(first).toHaveAttribute('aria-valuenow', '0')

  // Over a bar, which a click opens, a drag moves the brush too.
  const bar = { x: days.x + days.width / 4, y: days.y + (days.height * 7) / 8 }
  await page.mouse.move(bar.x, bar.y)
  await page.mouse.down()
  await expect(first).toHaveAttribute('aria-valuenow', '0')
  await page.mouse.move(bar.x + days.width / 4, bar.y, { steps: 4 })
  await page.mouse.up()
  const half = Math.round(Number(await first.getAttribute('aria-valuemax')) / 2)
  await expect
    .poll(async () => Math.abs(Number(await first.getAttribute('aria-valuenow')) - half))
    .toBeLessThan(3)
  await page.mouse.click(bar.x, bar.y)
  await expect(
    page.getByRole('complementary', { name: 'Details' }).filter({ hasText: 'Old tablet' }),
  ).toBeVisible()

  // The history stays for an account that signs out.
  await page.keyboard.press('Escape')
  await chooseInMenu(page, 'Sign out')
  service.state.addSession(ANA.email, { name: 'Signed in meanwhile' })
  await signIn(page, ANA)
  await expect(page.getByText('Signed in meanwhile').first()).toBeVisible()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('row', { name: /Signed out here/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Signed in here/ })).toHaveCount(2)
})
