import { expect, test } from '@playwright/test'
import type { PNG } from 'pngjs'
import { appOf, bannerOn, clickBanner, GNOME, minimise } from '../support/sessions/gnome.ts'
import { changedIn } from '../support/sessions/picture.ts'
import { ANA, openDesktop } from './set-up.ts'

const PROFILE = '/home/ana/.config/Session Desk'
const PROGRAM = '^/usr/lib/session-desk/session-desk'
/** A window covers a larger share of the screen than a banner does. */
const WINDOW_SHARE = 0.2
/** A window over all of the screen. */
const OTHER_APP = `
imports.gi.versions.Gtk = '4.0'
const { Gtk } = imports.gi
const app = new Gtk.Application({ application_id: 'org.example.Another' })
app.connect('activate', () => {
  const window = new Gtk.ApplicationWindow({ application: app, title: 'Another app' })
  window.maximize()
  window.present()
})
app.run([])`

const desktop = openDesktop(GNOME)

const isRunning = async (): Promise<boolean> =>
  (await desktop.installed.debian.asUser('pgrep', '--full', PROGRAM)).code === 0

/** Minimises the app's window; resolves with what the screen looks like without it. */
async function minimised(): Promise<PNG> {
  await minimise(desktop.session.run, await desktop.session.page('Sessions'))
  await expect.poll(desktop.titles).toEqual([])
  return still()
}

/** Resolves with what the screen looks like once all animations are over. */
async function still(): Promise<PNG> {
  let before = await desktop.session.picture()
  await expect
    .poll(async () => {
      const [last, now] = [before, await desktop.session.picture()]
      before = now
      return changedIn(last, now, { x: 0, y: 0, width: now.width, height: now.height })
    })
    .toBeLessThan(0.001)
  return before
}

/** Waits until the app's window is painted over what the screen looked like before. */
async function expectPainted(before: PNG, name: string): Promise<void> {
  await desktop.session.page('Sessions')
  const all = { x: 0, y: 0, width: before.width, height: before.height }
  const changed = async () => changedIn(before, await desktop.picture(name), all)
  await expect.poll(changed).toBeGreaterThan(WINDOW_SHARE)
}

/** Another device signs in; resolves once its banner is shown. */
async function expectBanner(device: string): Promise<void> {
  desktop.installed.service.state.addSession(ANA.email, { name: device })
  await expect
    .poll(() => bannerOn(desktop.session.run), { timeout: 120_000 })
    .toEqual({
      app: 'Session Desk',
      title: `New sign-in: ${device.replaceAll('<', '‹').replaceAll('>', '›')}`,
      body: expect.stringContaining("If it wasn't you, end it and change your password."),
      stays: true,
      buttons: ['It was me', 'End…'],
    })
}

test('the Shell files the window under the name and the icon of the desktop file', async () => {
  await desktop.startApp()
  const window = await desktop.session.page('Sign in')
  expect(window.name).toBe('session-desk')
  const app = { id: 'session-desk.desktop', name: 'Session Desk', icon: 'session-desk' }
  expect(await appOf(desktop.session.run, window)).toEqual(app)
  await desktop.picture('sign-in')
})

test('signs in, and “It was me” in the Shell’s banner says that a new sign-in was', async () => {
  await desktop.signIn()
  await desktop.picture('sessions')
  await expectBanner('Kitchen <b>tablet</b>')
  await desktop.picture('notification')
  await clickBanner(desktop.session.run, 'It was me')
  await expect.poll(() => bannerOn(desktop.session.run)).toBeNull()
  const stored = () => desktop.installed.debian.asUser('grep', '-rlF', '"type":"itWasMe"', PROFILE)
  await expect.poll(async () => (await stored()).code).toBe(0)
  await desktop.picture('was-me')
})

test('“End…” in the banner shows the minimised window with its question, which ends the session', async () => {
  const before = await minimised()
  await expectBanner('Hall radio')
  await clickBanner(desktop.session.run, 'End…')
  await expectPainted(before, 'question')
  // From *Cancel* to *End*.
  await desktop.session.keys('Tab', 'Return')
  await expect.poll(desktop.names).not.toContain('Hall radio')
  expect(desktop.names()).toContain('Kitchen <b>tablet</b>')
  await desktop.picture('ended')
})

test('a click on the banner, and a second start, show the minimised window', async () => {
  const before = await minimised()
  await expectBanner('Cellar TV')
  await clickBanner(desktop.session.run, null)
  await expectPainted(before, 'opened')
  const again = await minimised()
  await desktop.startApp()
  await expectPainted(again, 'started-again')
  expect(await desktop.titles()).toHaveLength(1)
})

test('a second start brings the window before that of another app', async () => {
  await desktop.session.start('gjs', '-c', OTHER_APP)
  await expect.poll(desktop.titles).toContain('Another app')
  const before = await still()
  await desktop.startApp()
  await expectPainted(before, 'before-another')
  await desktop.session.run('pkill', '--full', '[o]rg.example.Another')
  await expect.poll(desktop.titles).not.toContain('Another app')
})

test('the window keeps its size over starts, though the Shell changes it', async () => {
  const stored = (): Promise<string> => desktop.session.run('cat', `${PROFILE}/accounts/window.json`)
  const before = await stored()
  for (let start = 0; start < 3; start++) {
    await minimised()
    await desktop.session.run('pkill', '--full', PROGRAM)
    await expect.poll(isRunning).toBe(false)
    await desktop.startApp()
    await desktop.session.page('Sessions')
  }
  expect(await stored()).toBe(before)
})

test('without a tray the app says so, and quits with its window and by Ctrl+Q', async () => {
  await expect(desktop.session.inTray()).rejects.toThrow('StatusNotifierWatcher')
  expect(await desktop.session.run('session-desk', '--diagnostics')).toContain('Tray host: none')
  await desktop.session.close(await desktop.session.page('Sessions'))
  await expect.poll(isRunning).toBe(false)
  await desktop.startApp()
  await desktop.session.page('Sessions')
  await desktop.session.keys('ctrl+q')
  await expect.poll(isRunning).toBe(false)
  expect(desktop.installed.service.countRequests('POST /auth/login')).toBe(1)
  await desktop.session.logOut()
})
