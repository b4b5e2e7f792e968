import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { PNG } from 'pngjs'
import { projectRoot } from '../support/project-root.ts'
import { clickNotification, GNOME, inShell, notificationsIn } from '../support/sessions/gnome.ts'
import { logIn, type Session } from '../support/sessions/session.ts'
import { ANA, installOn, type Installed } from './set-up.ts'

const SHOTS = join(projectRoot(), 'test-results/desktops-shots')
const BOUNDS = '/home/ana/.config/Session Desk/accounts/window.json'
const PROGRAM = '^/usr/lib/session-desk/session-desk'

let installed: Installed
let session: Session

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(1_800_000)
  await mkdir(SHOTS, { recursive: true })
  installed = await installOn(GNOME)
  test.skip(installed.missing.length > 0, `Not in this Debian: ${installed.missing.join()}`)
  session = await logIn(installed.debian, GNOME)
})

test.afterAll(() => installed.stop())

async function picture(name: string): Promise<void> {
  await writeFile(join(SHOTS, `GNOME-${name}.png`), PNG.sync.write(await session.picture()))
}

const titles = async (): Promise<string[]> => (await session.windows()).map(({ title }) => title)
const isRunning = async (): Promise<boolean> =>
  (await installed.debian.asUser('pgrep', '-f', PROGRAM)).code === 0

test('the Shell shows the window under the name and with the icon of the desktop file', async () => {
  await session.start('gtk-launch', 'session-desk')
  expect((await session.page('Sign in')).name).toBe('session-desk')
  const found =
    'imports.gi.Shell.WindowTracker.get_default().get_window_app(global.get_window_actors()[0].meta_window)'
  const app = `(({ id, app_info }) => [id, app_info.get_display_name(), app_info.get_icon().names[0]])(${found})`
  expect(await inShell(session.run, app)).toEqual(['session-desk.desktop', 'Session Desk', 'session-desk'])
  await picture('overview')
})

test('signs in, and the Shell shows the notification of a new sign-in with the app’s icon; a click on it shows the window', async () => {
  await session.page('Sign in')
  const { origin, state } = installed.service
  await session.keys({ text: origin }, 'Tab', { text: ANA.email }, 'Tab', { text: ANA.password }, 'Return')
  await session.page('Sessions')
  await picture('sessions')
  await inShell(session.run, 'global.get_window_actors()[0].meta_window.minimize()')
  await expect.poll(titles).toEqual([])
  state.addSession(ANA.email, { name: 'Kitchen <b>tablet</b>' })
  const own = async () =>
    (await notificationsIn(session.run)).filter(({ source }) => source === 'Session Desk')
  await expect.poll(own, { timeout: 120_000 }).toHaveLength(1)
  const [shown] = await own()
  await expect.poll(session.showsNotification).toBe(true)
  await picture('notification')
  // Not the Shell's own for a notification without an icon.
  expect(shown?.icon).toBeNull()
  expect(shown?.title).toBe('New sign-in: Kitchen ‹b›tablet‹/b›')
  await clickNotification(session.run, shown!.title)
  await expect.poll(titles).toEqual(['Sessions – Session Desk'])
  await picture('opened')
})

test('without a tray the app quits with its window, and the window keeps its size over starts', async () => {
  await expect(session.inTray()).rejects.toThrow('StatusNotifierWatcher')
  const stored = async (): Promise<unknown> =>
    JSON.parse(await readFile(join(installed.debian.folder, BOUNDS), 'utf8'))
  const asked = { width: 1080, height: 720, maximised: false }
  for (let start = 0; start < 3; start += 1) {
    if (start > 0) await session.start('gtk-launch', 'session-desk')
    await session.close(await session.page('Sessions'))
    await expect.poll(titles).toEqual([])
    await expect.poll(isRunning).toBe(false)
    expect(await stored(), `start ${start}`).toEqual({ version: 1, value: { bounds: asked } })
  }
  await session.logOut()
})
