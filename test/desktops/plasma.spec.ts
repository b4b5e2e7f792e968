import { expect, test } from '@playwright/test'
import { labelsOf } from '../support/desktop/tray-fixture.ts'
import { findWindow, PLASMA } from '../support/sessions/plasma.ts'
import { contrastIn } from '../support/sessions/picture.ts'
import { ANA, openDesktop } from './set-up.ts'

/** So many pixels of the icon in the tray contrast with the panel at least. */
const LEAST_PIXELS = 16
const SERVER = ['org.freedesktop.Notifications', '/org/freedesktop/Notifications'] as const

const desktop = openDesktop(PLASMA)

/** Clicks the middle of an area of the screen; 3 is the right button. */
async function click({ x, y, width, height }: typeof PLASMA.tray, button: 1 | 3): Promise<void> {
  const [left, top] = [x + width / 2, y + height / 2].map((at) => String(Math.round(at)))
  await desktop.session.run('xdotool', 'mousemove', left!, top!, 'click', String(button))
}

test('all of Plasma runs: watcher, panel, proxy for XEmbed icons, and a server whose notifications have actions', async () => {
  const running = await desktop.session.run('ps', '-eo', 'comm')
  for (const part of ['kwin_x11', 'kded5', 'plasmashell', 'ksmserver', 'xembedsniproxy'])
    expect(running.split('\n')).toContain(part)
  const ask = async (member: string): Promise<string[]> =>
    (await desktop.session.run('qdbus', ...SERVER, `org.freedesktop.Notifications.${member}`))
      .trim()
      .split('\n')
  expect((await ask('GetServerInformation')).slice(0, 2)).toEqual(['Plasma', 'KDE'])
  const can = await ask('GetCapabilities')
  for (const part of ['actions', 'body', 'body-markup', 'persistence']) expect(can).toContain(part)
})

test('the app registers with Plasma’s watcher, and its icon shows on a light and on a dark panel', async () => {
  await desktop.startApp()
  const window = await desktop.signIn()
  expect(window.name).toBe('Session Desk')
  await expect.poll(desktop.session.inTray).not.toBeNull()
  const grounds = new Set<string>()
  for (const theme of PLASMA.themes) {
    await desktop.session.run(...theme.command)
    const painted = async () => contrastIn(await desktop.picture(`tray-${theme.name}`), PLASMA.tray)
    await expect.poll(async () => grounds.has((await painted()).ground), theme.name).toBe(false)
    await expect.poll(async () => (await painted()).contrasting, theme.name).toBeGreaterThan(LEAST_PIXELS)
    grounds.add((await painted()).ground)
  }
  expect(grounds.size).toBe(2)
})

test('its menu opens over D-Bus and on a right click, which opens the window again', async () => {
  await desktop.session.close(await desktop.session.page('Sessions'))
  await expect.poll(desktop.titles).toEqual([])
  await expect.poll(desktop.session.notified).toContain('Session Desk is still running')
  await expect
    .poll(async () => labelsOf(await desktop.session.tray.menu()))
    .toContain('Old phone, never used…')

  await click(PLASMA.tray, 3)
  await expect.poll(() => findWindow(desktop.session.run, 'POPUP_MENU')).not.toBeNull()
  await desktop.picture('menu')
  // From below: Quit, Settings, Add account, Open Session Desk.
  const labels = (await desktop.session.tray.menu())
    .map(({ label }) => label)
    .filter((label) => label !== '-')
  const ups = labels.length - labels.indexOf('Open Session Desk')
  await desktop.session.keys(...Array<string>(ups).fill('Up'), 'Return')
  await desktop.session.page('Sessions')
})

test('Plasma shows the notification of a new sign-in under the app’s name, and a click on it opens the window', async () => {
  await desktop.session.close(await desktop.session.page('Sessions'))
  await expect.poll(desktop.titles).toEqual([])
  await expect.poll(() => findWindow(desktop.session.run, 'NOTIFICATION'), { timeout: 60_000 }).toBeNull()
  desktop.installed.service.state.addSession(ANA.email, { name: 'Kitchen <b>tablet</b>' })
  await desktop.session.tray.click('Check now')
  await expect.poll(() => findWindow(desktop.session.run, 'NOTIFICATION')).not.toBeNull()
  expect(desktop.session.notified().join()).toContain('Kitchen')
  await desktop.picture('notification')
  const popup = (await findWindow(desktop.session.run, 'NOTIFICATION'))!
  await desktop.session.run('xdotool', 'mousemove', '--window', popup, '60', '60', 'click', '1')
  await desktop.session.page('Sessions')
  await desktop.picture('opened')
})

test('a click on the icon opens the window, and its menu quits the app', async () => {
  await desktop.session.close(await desktop.session.page('Sessions'))
  await expect.poll(desktop.titles).toEqual([])
  await click(PLASMA.tray, 1)
  await desktop.session.page('Sessions')
  await desktop.session.tray.click('Quit')
  await expect.poll(desktop.session.inTray).toBeNull()
  await desktop.session.logOut()
})
