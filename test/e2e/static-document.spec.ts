import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import type { TestApp } from '../support/app.ts'
import { recordedShifts, recordShifts } from '../support/checks/layout-shift.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, waitForSessions } from '../support/page-actions.ts'
import { distanceBetween } from '../support/sessions/picture.ts'

interface HeldPage {
  app: TestApp
  page: Page
  /** Loads the page anew, again without its scripts. */
  reload(): Promise<void>
  /** Lets the page load its scripts; resolves once Vue has taken over. */
  release(): Promise<void>
}

/** Starts the app with a page whose scripts do not arrive yet. */
async function launchHeld(launch: (...args: string[]) => Promise<TestApp>): Promise<HeldPage> {
  const app = await launch('--hidden')
  const hold = () =>
    app.inMain(({ session }) => {
      const waiting: (() => void)[] = []
      const scripts = globalThis as unknown as { releaseScripts: (() => void) | null }
      scripts.releaseScripts = () => {
        scripts.releaseScripts = null
        for (const go of waiting.splice(0)) go()
      }
      session.fromPartition('window', { cache: false }).webRequest.onBeforeRequest(({ url }, answer) => {
        if (scripts.releaseScripts && url.endsWith('.js')) waiting.push(() => answer({}))
        else answer({})
      })
    })
  await hold()
  const page = await openWindow(app)
  await page.locator('h1').waitFor()
  return {
    app,
    page,
    async reload() {
      await hold()
      await page.reload({ waitUntil: 'commit' })
      await page.locator('h1').waitFor()
    },
    async release() {
      await app.inMain(() => (globalThis as unknown as { releaseScripts: () => void }).releaseScripts())
      await expect.poll(() => isLive(page)).toBe(true)
    },
  }
}

async function openWindow(app: TestApp): Promise<Page> {
  const opened = app.electron.waitForEvent('window')
  await app.startAgain()
  return opened
}

/** Whether Vue runs the page. */
function isLive(page: Page): Promise<boolean> {
  return page.evaluate(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
}

/** What the page shows, and the language and the theme of its markup. */
async function appearanceOf(page: Page) {
  const { markup, ...rest } = await page.evaluate(() => ({
    markup: document.querySelector('#app')?.innerHTML ?? '',
    values: [...document.querySelectorAll('input')].map(({ value }) => value),
    focus: document.activeElement?.getAttribute('autocomplete'),
    title: document.title,
    language: document.documentElement.lang,
    theme: document.documentElement.dataset['theme'],
  }))
  // The page that Vue renders has no markers, no values as attributes, and another order of classes; Playwright
  // adds an empty style.
  const clean = markup
    .replace(/<!--.*?-->| (value|style)(="[^"]*")?(?=[ >])/g, '')
    .replace(/class="([^"]*)"/g, (_all, names: string) => names.split(' ').sort().join(' '))
    .replace(/v-\d+/g, 'id')
  return { ...rest, markup: clean }
}

async function pictureOf(page: Page): Promise<PNG> {
  // The display's pointer may rest on a control, which a page shows only once it is moved.
  await page.mouse.move(1, 1)
  return PNG.sync.read(await page.screenshot({ animations: 'disabled' }))
}

test.describe('on a desktop in another language, and dark', () => {
  test.use({ locale: 'pt-BR', colorScheme: 'dark' })

  test('the document looks like the page that Vue renders, and sends an early Enter once, when the scripts arrive', async ({
    launch,
    service,
  }) => {
    await service.state.addUser({ ...ANA, name: 'Ana' })
    const { page, reload, release } = await launchHeld(launch)
    const [asDocument, picture] = [await appearanceOf(page), await pictureOf(page)]
    expect(asDocument.title).toContain('Entrar')
    expect(asDocument.focus).toBe('username')
    const heading = page.getByRole('heading', { name: 'Entrar', exact: true })
    const inDocument = await heading.elementHandle()
    await release()
    expect(await appearanceOf(page)).toEqual(asDocument)
    expect(distanceBetween(picture, await pictureOf(page))).toBe(0)
    // Vue took the elements over instead of replacing them.
    expect(await heading.evaluate((now, before) => now === before, inDocument)).toBe(true)

    await page.getByRole('button', { name: 'Criar conta' }).click()
    await page.getByRole('button', { name: 'Voltar' }).click()
    await heading.waitFor()
    expect(await appearanceOf(page)).toEqual(asDocument)
    // Chromium may smooth a round corner a little differently where it paints over another page.
    expect(distanceBetween(picture, await pictureOf(page))).toBeLessThanOrEqual(2)

    await reload()
    await page.keyboard.type(ANA.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(ANA.password)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    expect(service.countRequests('*')).toBe(0)
    await release()
    await page.locator('table:not([aria-busy=true]) tbody tr').waitFor()
    expect(service.countRequests('POST /auth/login')).toBe(1)
  })
})

test('what a person types before the scripts arrive is kept, and the next start shows the last known list until the live one replaces it, in its place', async ({
  launch,
  service,
  profile,
}) => {
  await service.state.addUser({ ...ANA, name: 'Ana Ribeiro', tenant: 'Lagoa' })
  const nasty = `<img src=x onerror="document.title = 'x'"> & phone`
  service.state.addSession(ANA.email, { name: nasty })
  const nineDaysAgo = Date.now() - 9 * 86_400_000
  service.state.addSession(ANA.email, {
    name: 'Old phone',
    createdAt: nineDaysAgo,
    lastUsedAt: nineDaysAgo,
  })
  const { app, page, release: releaseFirst } = await launchHeld(launch)
  await page.keyboard.type(ANA.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('correct battery')
  for (const _ of 'battery') await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('hors')
  await releaseFirst()
  expect(service.countRequests('*')).toBe(0)
  // The caret is where it was.
  await page.keyboard.type('e ')
  await expect(page.getByLabel('Password')).toHaveValue(ANA.password)
  await expect(page.getByLabel('Email')).toHaveValue(ANA.email)
  await page.keyboard.press('Enter')
  await waitForSessions(page)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  const live = await rowsOf(page)
  expect(live.map((name) => name.split(' ')[0])).toEqual(['Session', '<img', 'Old'])
  await app.quit()
  const [file] = (await readdir(join(profile, 'accounts'))).filter((name) => name.startsWith('list-'))
  const path = join(profile, 'accounts', file ?? '')
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)

  // On a busy machine the live list would come before the window opens.
  const quick = service.faults.add({ kind: 'delay', ms: 12_000, endpoint: 'GET /auth/sessions' })
  const { page: again, release } = await launchHeld(launch)
  await expect(again.getByText('Last known list')).toBeVisible()
  await expect(again.getByText('3 sessions')).toBeVisible()
  await expect(again.getByText('Ana Ribeiro')).toBeVisible()
  expect(await rowsOf(again)).toEqual(live)
  const times = again.locator('tbody tr', { hasText: 'Old phone' }).locator('time')
  await expect(times.first()).toHaveText('9 days ago')
  expect(await again.locator('#app').evaluate((root) => (root as HTMLElement).inert)).toBe(true)
  await expect(again.locator('th[aria-sort=ascending]')).toHaveCount(1)
  const [positions, head] = [await positionsOf(again), await headOf(again)]
  await again.evaluate(recordRowCounts)
  await recordShifts(again)
  quick()
  await release()
  await waitForSessions(again)
  await expect(again.getByText('Last known list')).toHaveCount(0)
  // The table was never empty in between, and no row moved.
  expect(Math.min(...(await again.evaluate(recordedRowCounts)))).toBe(3)
  expect(await recordedShifts(again)).toEqual([])
  expect([await positionsOf(again), await headOf(again)]).toEqual([positions, head])
  expect(await rowsOf(again)).toEqual(live)
  expect(await again.title()).toContain('Sessions')
})

/** The texts of the rows, without their times. */
function rowsOf(page: Page): Promise<string[]> {
  return page
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => row.querySelector('th')?.textContent.trim() ?? ''))
}

function positionsOf(page: Page): Promise<number[]> {
  return page.locator('tbody tr').evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))
}

/** The texts of the head, and what it is sorted by. */
function headOf(page: Page): Promise<string[]> {
  return page
    .locator('thead th')
    .evaluateAll((all) => all.map((head) => `${head.textContent} ${head.ariaSort}`))
}

/** Records the number of rows after each change of the page. */
function recordRowCounts(): void {
  const counts: number[] = []
  Object.assign(globalThis, { rowCounts: counts })
  const count = (): unknown => counts.push(document.querySelectorAll('tbody tr').length)
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true })
}

function recordedRowCounts(): number[] {
  return (globalThis as unknown as { rowCounts: number[] }).rowCounts
}
