import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { PNG } from 'pngjs'
import { labelsOf } from '../support/desktop/tray-fixture.ts'
import { projectRoot } from '../support/project-root.ts'
import { findWindow, PLASMA } from '../support/sessions/plasma.ts'
import { contrastIn } from '../support/sessions/picture.ts'
import { logIn, type Session } from '../support/sessions/session.ts'
import { ANA, installOn, type Installed } from './set-up.ts'

const SHOTS = join(projectRoot(), 'test-results/desktops-shots')
/** So many pixels of the icon in the tray contrast with the panel at least. */
const LEAST_PIXELS = 16
const SERVER = ['org.freedesktop.Notifications', '/org/freedesktop/Notifications'] as const

let installed: Installed
let session: Session

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(1_800_000)
  await mkdir(SHOTS, { recursive: true })
  installed = await installOn(PLASMA)
  test.skip(installed.missing.length > 0, `Not in this Debian: ${installed.missing.join()}`)
  session = await logIn(installed.debian, PLASMA)
})

test.afterAll(() => installed.stop())

async function picture(name: string): Promise<PNG> {
  const taken = await session.picture()
  await writeFile(join(SHOTS, `Plasma-${name}.png`), PNG.sync.write(taken))
  return taken
}

/** Clicks the middle of an area of the screen; 3 is the right button. */
async function click({ x, y, width, height }: typeof PLASMA.tray, button: 1 | 3): Promise<void> {
  const [left, top] = [x + width / 2, y + height / 2].map((at) => String(Math.round(at)))
  await session.run('xdotool', 'mousemove', left!, top!, 'click', String(button))
}

const titles = async (): Promise<string[]> => (await session.windows()).map(({ title }) => title)

test('all of Plasma runs: watcher, panel, proxy for XEmbed icons, and a server whose notifications have actions', async () => {
  const running = await session.run('ps', '-eo', 'comm')
  for (const part of ['kwin_x11', 'kded5', 'plasmashell', 'ksmserver', 'xembedsniproxy'])
    expect(running.split('\n')).toContain(part)
  const ask = async (member: string): Promise<string[]> =>
    (await session.run('qdbus', ...SERVER, `org.freedesktop.Notifications.${member}`)).trim().split('\n')
  expect((await ask('GetServerInformation')).slice(0, 2)).toEqual(['Plasma', 'KDE'])
  const can = await ask('GetCapabilities')
  for (const part of ['actions', 'body', 'body-markup', 'persistence']) expect(can).toContain(part)
})

test('the app registers with Plasma’s watcher, and its icon shows on a light and on a dark panel', async () => {
  await session.start('gtk-launch', 'session-desk')
  await session.page('Sign in')
  const { origin } = installed.service
  await session.keys({ text: origin }, 'Tab', { text: ANA.email }, 'Tab', { text: ANA.password }, 'Return')
  const window = await session.page('Sessions')
  expect(window.name).toBe('Session Desk')
  await expect.poll(session.inTray).not.toBeNull()
  const grounds = new Set<string>()
  for (const theme of PLASMA.themes) {
    await session.run(...theme.command)
    const painted = async () => contrastIn(await picture(`tray-${theme.name}`), PLASMA.tray)
    await expect.poll(async () => grounds.has((await painted()).ground), theme.name).toBe(false)
    await expect.poll(async () => (await painted()).contrasting, theme.name).toBeGreaterThan(LEAST_PIXELS)
    grounds.add((await painted()).ground)
  }
  expect(grounds.size).toBe(2)
})

test('its menu opens over D-Bus and on a right click, which opens the window again', async () => {
  await session.close(await session.page('Sessions'))
  await expect.poll(titles).toEqual([])
  await expect.poll(session.notified).toContain('Session Desk is still running')
  await expect.poll(async () => labelsOf(await session.tray.menu())).toContain('Old phone · never used…')

  await click(PLASMA.tray, 3)
  await expect.poll(() => findWindow(session.run, 'POPUP_MENU')).not.toBeNull()
  await picture('menu')
  // From below: Quit, Settings, Add account, Open Session Desk.
  const labels = (await session.tray.menu()).map(({ label }) => label).filter((label) => label !== '-')
  const ups = labels.length - labels.indexOf('Open Session Desk')
  await session.keys(...Array<string>(ups).fill('Up'), 'Return')
  await session.page('Sessions')
})

test('Plasma shows the notification of a new sign-in under the app’s name, and a click on it opens the window', async () => {
  await session.close(await session.page('Sessions'))
  await expect.poll(titles).toEqual([])
  await expect.poll(() => findWindow(session.run, 'NOTIFICATION'), { timeout: 60_000 }).toBeNull()
  installed.service.state.addSession(ANA.email, { name: 'Kitchen <b>tablet</b>' })
  await session.tray.click('Check now')
  await expect.poll(() => findWindow(session.run, 'NOTIFICATION')).not.toBeNull()
  expect(session.notified().join()).toContain('Kitchen')
  await picture('notification')
  const popup = (await findWindow(session.run, 'NOTIFICATION'))!
  await session.run('xdotool', 'mousemove', '--window', popup, '60', '60', 'click', '1')
  await session.page('Sessions')
  await picture('opened')
})

test('a click on the icon opens the window, and its menu quits the app', async () => {
  await session.close(await session.page('Sessions'))
  await expect.poll(titles).toEqual([])
  await click(PLASMA.tray, 1)
  await session.page('Sessions')
  await session.tray.click('Quit')
  await expect.poll(session.inTray).toBeNull()
  await session.logOut()
})
