import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from '../support/checks/axe.ts'
import { test as ownApp } from '../support/fixture.ts'
import { expect, test, type PracticeService } from '../support/shared-app.ts'
import { ANA, waitForSessions, signIn, openSessions, chooseInMenu } from '../support/page-actions.ts'
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

test('shows the history as charts and as tables, reports a file that could not be written, and clears after a confirmation', async ({
  app,
  service,
}) => {
  const page = await live(app, service)
  const history = page.getByRole('table', { name: 'History' })
  await expect(history.getByRole('row')).toHaveCount(4)
  await expect(history.getByRole('row').nth(1)).toContainText(/Ended.*iPhone.*This app/)
  await expect(history.getByRole('row').nth(2)).toContainText(/New sign-in.*=SUM\(A1:A9\).*Elsewhere/)
  await expect(history.getByRole('row').nth(3)).toContainText(/Signed in here.*This app/)
  await page.getByRole('button', { name: 'Charts' }).click()
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
  expect(await violations(page), 'pictures').toEqual([])
  await page.getByRole('radio', { name: 'Table' }).click()
  const sessions = page.getByRole('table', { name: 'Sessions over time' })
  await expect(sessions.getByRole('row', { name: /iPhone/ })).toContainText('(This app)')
  await expect(sessions.getByRole('row', { name: /=SUM/ })).toContainText('Still listed')
  await expect(page.getByRole('table', { name: 'Sign-ins per day' }).getByRole('row')).toHaveCount(2)
  expect(await violations(page), 'tables').toEqual([])

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

test('leads from an entry and from a bar to the details, by keyboard and by click', async ({
  app,
  service,
}) => {
  const page = await live(app, service)
  await expect(page.getByText('Time zone: Brasilia Standard Time')).toBeVisible()
  const history = page.getByRole('table', { name: 'History' })
  const stranger = page.getByRole('dialog', { name: '=SUM(A1:A9)' })
  // One tab stop for the table, whose first entry with a listed session is the second.
  await page.getByRole('combobox', { name: /^Source/ }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
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
  await page.getByRole('button', { name: 'Charts' }).click()
  const chart = page.getByRole('img', { name: /^Sessions over time/ })
  const detail = page.getByText(/: signed in .*, last used /)
  const bars = new Map<string, number>()
  for (const y of [12, 36, 60]) {
    await chart.hover({ position: { x: 260, y } })
    bars.set((await detail.textContent())?.split(':')[0] ?? '', y)
  }
  // The bar of an ended session leads nowhere.
  await chart.click({ position: { x: 260, y: bars.get('iPhone') ?? 0 } })
  await expect(detail).toContainText('iPhone')
  await chart.click({ position: { x: 260, y: bars.get('=SUM(A1')! } })
  await expect(stranger).toBeVisible()
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
    await waitForSessions(again)
    await again.getByRole('link', { name: 'Activity', exact: true }).click()
    await again.getByRole('combobox', { name: /^What happened/ }).click()
    await again.getByRole('option', { name: 'Ended' }).click()
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
