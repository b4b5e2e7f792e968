import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { History } from '../../../electron/features/activity/domain/history.ts'
import { seed } from '../../service/seed.ts'
import { startPracticeService } from '../../service/start.ts'
import { startApp } from '../../support/app.ts'
import { ensureSystemPackages } from '../../support/desktop/ensure-packages.ts'
import { startDesktop } from '../../support/desktop/desktop.ts'
import { startDisplay } from '../../support/desktop/display.ts'
import { waitForSessions, signIn } from '../../support/page-actions.ts'
import { startHelper } from '../../support/process/helper.ts'
import { run } from '../../support/process/run.ts'
import { projectRoot } from '../../support/project-root.ts'
import { findRuntime } from '../../support/runtime/find.ts'
import { sampleHistory } from './sample-history.ts'

// Takes the README's pictures from the running app: the window in both themes, its dialogs and pages, and the tray's menu on a
// panel.
const PANEL = ['--edge', 'bottom', '--align', 'right', '--height', '28', '--SetDockType', 'true']
const MENU = { width: 500, height: 500 }

await ensureSystemPackages([
  { packages: ['trayer'], proof: { command: 'trayer' } },
  { packages: ['scrot'], proof: { command: 'scrot' } },
])
const root = projectRoot()
const pictures = join(root, 'resources', 'pictures')
const display = await startDisplay()
const desktop = await startDesktop({ display })
const panel = startHelper('trayer', [...PANEL, '--width', '12', '--tint', '0xe9e9e5', '--alpha', '0'], {
  env: desktop.env,
})
const service = await startPracticeService()
const { bruno } = await seed(service.state)
const runtime = await findRuntime(root)
const profile = join(desktop.folder, 'profile')
const setup = { runtime, desktop, root, profile, colorScheme: null }

try {
  const first = await startApp(setup, [`--server=${service.baseUrl}`])
  await takeSessions(await first.window())
  await takeTray()
  await first.quit()

  await writeSampleHistory()
  const second = await startApp(setup, [])
  await takeActivity(await second.window())
  await second.quit()
} finally {
  await panel.stop()
  await service.close()
  await desktop.stop()
  await display.stop()
}

/** Takes the list in both themes, the details of a session, and the plan before many end; leaves the theme light. */
async function takeSessions(page: Page): Promise<void> {
  await signIn(page, bruno)
  await page.getByLabel('Verification code').fill(service.state.codeFor(bruno.email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await waitForSessions(page)
  await take(page, 'sessions')
  await page.getByRole('button', { name: 'Firefox on Ubuntu', exact: true }).click()
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  await take(page, 'details')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('alertdialog').waitFor()
  await take(page, 'plan')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await chooseTheme(page, 'Dark')
  await take(page, 'sessions-dark')
  await chooseTheme(page, 'Light')
}

async function takeActivity(page: Page): Promise<void> {
  await waitForSessions(page)
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.locator('canvas').first().waitFor()
  await take(page, 'activity')
}

async function chooseTheme(page: Page, theme: 'Light' | 'Dark'): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText(theme, { exact: true }).click()
  await page.getByRole('link', { name: 'Sessions' }).click()
  await waitForSessions(page)
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
}

/** Opens the tray's menu on the panel and takes that corner of the screen; keeps the old picture when no menu opens. */
async function takeTray(): Promise<void> {
  const [icon] = (await xdotool('search', '--onlyvisible', '--name', '^electron$')).split('\n')
  const place = await xdotool('getwindowgeometry', '--shell', icon ?? '')
  const [x, y] = [numberIn(place, 'X') + 12, numberIn(place, 'Y') + 12]
  await xdotool('mousemove', String(x), String(y))
  const before = await cornerOfScreen()
  await xdotool('click', '3')
  // X sends no event when a menu has been drawn.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const after = await cornerOfScreen()
  await xdotool('key', 'Escape')
  if (before.equals(after)) console.log('The menu did not open on the panel: tray.png stays as it was.')
  else await writeFile(join(pictures, 'tray.png'), after)
}

async function cornerOfScreen(): Promise<Buffer> {
  const [width, height] = (await xdotool('getdisplaygeometry')).split(' ').map(Number)
  const area = [(width ?? 0) - MENU.width, (height ?? 0) - MENU.height, MENU.width, MENU.height].join(',')
  const file = join(desktop.folder, 'corner.png')
  await run('scrot', ['--overwrite', '--autoselect', area, file], { env: desktop.env })
  return readFile(file)
}

async function xdotool(...args: string[]): Promise<string> {
  return (await run('xdotool', args, { env: desktop.env })).stdout.trim()
}

function numberIn(text: string, name: string): number {
  return Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(text)?.[1] ?? 0)
}

async function writeSampleHistory(): Promise<void> {
  const folder = join(profile, 'accounts')
  for (const name of await readdir(folder)) {
    if (!name.startsWith('history-')) continue
    const file = join(folder, name)
    const history = JSON.parse(await readFile(file, 'utf8')) as History
    await writeFile(file, JSON.stringify(sampleHistory(history, Date.now())))
  }
}
