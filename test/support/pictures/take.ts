import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { History } from '../../../electron/features/activity/domain/history.ts'
import { seed } from '../../service/seed.ts'
import { startPracticeService } from '../../service/start.ts'
import { startApp } from '../app.ts'
import { ensureSystemPackages } from '../desktop/ensure-packages.ts'
import { startDesktop } from '../desktop/desktop.ts'
import { startDisplay } from '../desktop/display.ts'
import { waitForSessions, signIn } from '../page-actions.ts'
import { startHelper } from '../process/helper.ts'
import { run } from '../process/run.ts'
import { projectRoot } from '../project-root.ts'
import { findRuntime } from '../runtime/find.ts'
import { sampleHistory } from './sample-history.ts'

// Takes the README's pictures from the running app: the window, its activity, and the tray on a real panel.
const BAR = ['--edge', 'bottom', '--align', 'right', '--height', '28', '--SetDockType', 'true']
const MENU = { width: 313, height: 416 }

await ensureSystemPackages([
  { packages: ['trayer'], proof: { command: 'trayer' } },
  { packages: ['scrot'], proof: { command: 'scrot' } },
])
const root = projectRoot()
const shots = join(root, 'resources', 'pictures')
const display = await startDisplay()
const desktop = await startDesktop({ display })
const bar = startHelper('trayer', [...BAR, '--width', '12', '--tint', '0xe9e9e5', '--alpha', '0'], {
  env: desktop.env,
})
const service = await startPracticeService()
const { bruno } = await seed(service.state)
const runtime = await findRuntime(root)
const profile = join(desktop.folder, 'profile')
const setup = { runtime, desktop, root, profile, colorScheme: null }

try {
  const first = await startApp(setup, [`--server=${service.baseUrl}`])
  const page = await first.window()
  await signIn(page, bruno)
  await page.getByLabel('Verification code').fill(service.state.codeFor(bruno.email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await waitForSessions(page)
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(shots, 'sessions.png'), animations: 'disabled' })
  await takeTray()
  await first.quit()

  await writeSampleHistory()
  const second = await startApp(setup, [])
  const again = await second.window()
  await waitForSessions(again)
  await again.getByRole('link', { name: 'Activity' }).click()
  await again.locator('canvas').first().waitFor()
  await again.screenshot({ path: join(shots, 'activity.png'), animations: 'disabled' })
  await second.quit()
} finally {
  await bar.stop()
  await service.close()
  await desktop.stop()
  await display.stop()
}

/** Opens the tray's menu on the panel, and takes that corner of the screen. */
async function takeTray(): Promise<void> {
  const { env } = desktop
  const [icon] = (await xdotool('search', '--onlyvisible', '--name', '^electron$')).split('\n')
  const place = await xdotool('getwindowgeometry', '--shell', icon ?? '')
  const [x, y] = [numberIn(place, 'X') + 12, numberIn(place, 'Y') + 12]
  await xdotool('mousemove', String(x), String(y), 'click', '3')
  // X tells nobody when a menu has been drawn.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const [width, height] = (await xdotool('getdisplaygeometry')).split(' ').map(Number)
  const area = [(width ?? 0) - MENU.width, (height ?? 0) - MENU.height, MENU.width, MENU.height].join(',')
  await run('scrot', ['--overwrite', '--autoselect', area, join(shots, 'tray.png')], { env })
  await xdotool('key', 'Escape')
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
