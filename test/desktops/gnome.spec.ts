import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { PNG } from 'pngjs'
import { projectRoot } from '../support/project-root.ts'
import { appOf, bannerOn, clickBanner, GNOME, minimise } from '../support/sessions/gnome.ts'
import { changedIn } from '../support/sessions/picture.ts'
import { logIn, type Session } from '../support/sessions/session.ts'
import { ANA, installOn, type Installed } from './set-up.ts'

const SHOTS = join(projectRoot(), 'test-results/desktops-shots')
const PROFILE = '/home/ana/.config/Session Desk'
const PROGRAM = '^/usr/lib/session-desk/session-desk'
/** A window covers a larger share of the screen than a banner does. */
const WINDOW_SHARE = 0.2

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

async function picture(name: string): Promise<PNG> {
  const taken = await session.picture()
  await writeFile(join(SHOTS, `GNOME-${name}.png`), PNG.sync.write(taken))
  return taken
}

const startApp = (): Promise<string> => session.start('gtk-launch', 'session-desk')
const titles = async (): Promise<string[]> => (await session.windows()).map(({ title }) => title)
const names = (): string[] => installed.service.state.sessionsOf(ANA.email).map(({ name }) => name)
const isRunning = async (): Promise<boolean> =>
  (await installed.debian.asUser('pgrep', '--full', PROGRAM)).code === 0

/** Minimises the app's window; resolves with what the screen looks like without it. */
async function minimised(): Promise<PNG> {
  await minimise(session.run, await session.page('Sessions'))
  await expect.poll(titles).toEqual([])
  let before = await session.picture()
  // Until its animation is over.
  await expect
    .poll(async () => {
      const [last, now] = [before, await session.picture()]
      before = now
      return changedIn(last, now, { x: 0, y: 0, width: now.width, height: now.height })
    })
    .toBeLessThan(0.001)
  return before
}

/** Waits until the app's window is painted over what the screen looked like before. */
async function expectPainted(before: PNG, name: string): Promise<void> {
  await session.page('Sessions')
  const all = { x: 0, y: 0, width: before.width, height: before.height }
  const changed = async () => changedIn(before, await picture(name), all)
  await expect.poll(changed).toBeGreaterThan(WINDOW_SHARE)
}

/** Another device signs in; resolves once its banner is shown. */
async function expectBanner(device: string): Promise<void> {
  installed.service.state.addSession(ANA.email, { name: device })
  await expect
    .poll(() => bannerOn(session.run), { timeout: 120_000 })
    .toEqual({
      app: 'Session Desk',
      title: `New sign-in: ${device.replaceAll('<', '‹').replaceAll('>', '›')}`,
      body: expect.stringContaining("If it wasn't you, end it."),
      stays: true,
      buttons: ['It was me', 'End…'],
    })
}

test('the Shell files the window under the name and the icon of the desktop file', async () => {
  await startApp()
  const window = await session.page('Sign in')
  expect(window.name).toBe('session-desk')
  const app = { id: 'session-desk.desktop', name: 'Session Desk', icon: 'session-desk' }
  expect(await appOf(session.run, window)).toEqual(app)
  await picture('sign-in')
})

test('signs in, and “It was me” in the Shell’s banner says that a new sign-in was', async () => {
  await session.page('Sign in')
  const { origin } = installed.service
  await session.keys({ text: origin }, 'Tab', { text: ANA.email }, 'Tab', { text: ANA.password }, 'Return')
  await session.page('Sessions')
  await picture('sessions')
  await expectBanner('Kitchen <b>tablet</b>')
  await picture('notification')
  await clickBanner(session.run, 'It was me')
  await expect.poll(() => bannerOn(session.run)).toBeNull()
  const stored = () => installed.debian.asUser('grep', '-rlF', '"type":"itWasMe"', PROFILE)
  await expect.poll(async () => (await stored()).code).toBe(0)
  await picture('was-me')
})

test('“End…” in the banner shows the minimised window with its question, which ends the session', async () => {
  const before = await minimised()
  await expectBanner('Hall radio')
  await clickBanner(session.run, 'End…')
  await expectPainted(before, 'question')
  // From *Cancel* to *End*.
  await session.keys('Tab', 'Return')
  await expect.poll(names).not.toContain('Hall radio')
  expect(names()).toContain('Kitchen <b>tablet</b>')
  await picture('ended')
})

test('a click on the banner, and a second start, show the minimised window', async () => {
  const before = await minimised()
  await expectBanner('Cellar TV')
  await clickBanner(session.run, null)
  await expectPainted(before, 'opened')
  const again = await minimised()
  await startApp()
  await expectPainted(again, 'started-again')
  expect(await titles()).toHaveLength(1)
})

test('without a tray the app says so, and quits with its window and by Ctrl+Q', async () => {
  await expect(session.inTray()).rejects.toThrow('StatusNotifierWatcher')
  expect(await session.run('session-desk', '--diagnostics')).toContain('Tray host: none')
  await session.close(await session.page('Sessions'))
  await expect.poll(isRunning).toBe(false)
  await startApp()
  await session.page('Sessions')
  await session.keys('ctrl+q')
  await expect.poll(isRunning).toBe(false)
  expect(installed.service.countRequests('POST /auth/login')).toBe(1)
  await session.logOut()
})
