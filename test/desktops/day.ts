import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { PNG } from 'pngjs'
import { projectRoot } from '../support/project-root.ts'
import { changedIn, contrastIn, shareOf } from '../support/sessions/picture.ts'
import type { Session, SessionKind } from '../support/sessions/session.ts'
import { findDeb, makeFormer } from './package.ts'
import { ANA, install, openDesktop, outputOf } from './set-up.ts'

const END = 'DELETE /auth/sessions/{id}'
const PROFILE = '/home/ana/.config/Session Desk'
const FORMER = '0.0.9'
/** So many pixels of the icon in the tray contrast with the panel at least: it is 16 pixels wide and drawn in lines. */
const LEAST_PIXELS = 16

/** Declares the tests of a file: a day of the installed package on a desktop, from its installation to its purge. */
export function liveADay(kind: SessionKind): void {
  const onWayland = kind.env['XDG_SESSION_TYPE'] === 'wayland'
  const desktop = openDesktop(kind, async () => makeFormer(await findDeb(), FORMER))
  const ends = (): number => desktop.installed.service.countRequests(END)

  /** Presses keys, and waits until they changed a good part of the screen. */
  async function press(...keys: Parameters<Session['keys']>): Promise<void> {
    const before = await desktop.session.picture()
    await desktop.session.keys(...keys)
    const all = { x: 0, y: 0, width: before.width, height: before.height }
    await expect
      .poll(async () => changedIn(before, await desktop.session.picture(), all))
      .toBeGreaterThan(0.002)
  }

  test('installs, is in the menu, and its window has the class and the icon that the desktop looks for', async () => {
    expect(desktop.installed.version).toBe(FORMER)
    await desktop.startApp()
    const { name } = await desktop.session.page('Sign in')
    const entry = await readFile(
      join(desktop.installed.debian.folder, 'usr/share/applications/session-desk.desktop'),
      'utf8',
    )
    expect(name).toBe(onWayland ? 'session-desk' : /^StartupWMClass=(.+)$/m.exec(entry)?.[1])
    const icon = PNG.sync.read(await readFile(join(projectRoot(), 'resources/icons/256x256.png')))
    const tile = contrastIn(icon, { x: 32, y: 32, width: 192, height: 192 }).ground
    const colour = tile.split(',').map(Number) as [number, number, number]
    const inBar = async (): Promise<number> => shareOf(await desktop.picture('sign-in'), kind.taskBar, colour)
    await expect.poll(inBar).toBeGreaterThan(0.001)
  })

  test('signs in, and its icon in the tray shows', async () => {
    await desktop.signIn()
    await expect.poll(desktop.session.inTray).not.toBeNull()
    const grounds = new Set<string>()
    for (const theme of kind.themes) {
      await desktop.session.run(...theme.command)
      const painted = async () => contrastIn(await desktop.picture(`tray-${theme.name}`), kind.tray)
      await expect.poll(async () => grounds.has((await painted()).ground), theme.name).toBe(false)
      await expect.poll(async () => (await painted()).contrasting, theme.name).toBeGreaterThan(LEAST_PIXELS)
      grounds.add((await painted()).ground)
    }
  })

  test('closed to the tray, it notifies of a new sign-in and ends a session from the menu', async () => {
    await desktop.session.close(await desktop.session.page('Sessions'))
    await expect.poll(async () => desktop.session.windows()).toEqual([])
    await expect.poll(desktop.session.notified).toContain('Session Desk is still running')
    desktop.installed.service.state.addSession(ANA.email, { name: 'Kitchen tablet' })
    await desktop.session.tray.click('Check now')
    await expect.poll(() => desktop.session.notified().join()).toContain('Kitchen tablet')
    await expect.poll(desktop.session.showsNotification).toBe(true)
    await desktop.picture('notification')

    await desktop.session.tray.click('Old phone, never used…')
    const question = async (): Promise<number> => {
      const [window] = await desktop.session.windows()
      return window?.title === 'Session Desk'
        ? contrastIn(await desktop.picture('question'), window.rect).contrasting
        : 0
    }
    await expect.poll(question).toBeGreaterThan(LEAST_PIXELS)
    await desktop.session.keys('Left', 'Return')
    await expect.poll(ends).toBe(1)
    expect(desktop.names()).not.toContain('Old phone')
    await expect.poll(() => desktop.session.notified().join()).toContain('Ended Old phone')
  })

  test('keeps its bounds and its sign-in after a kill', async () => {
    await desktop.session.tray.click('Open Session Desk')
    const window = await desktop.session.page('Sessions')
    // A size that changes sooner on Wayland is the desktop's, not the person's (window-bounds.ts).
    if (onWayland) await sleep(2_500)
    await desktop.session.place(window, { x: 140, y: 120, width: 900, height: 640 })
    const stored = () => desktop.installed.debian.asUser('grep', '-rlE', '"width": ?900', PROFILE)
    await expect.poll(async () => (await stored()).code).toBe(0)
    const { rect } = await desktop.session.page('Sessions')
    await outputOf(
      desktop.installed.debian.asUser(
        'pkill',
        '--signal',
        'KILL',
        '--full',
        '^/usr/lib/session-desk/session-desk',
      ),
    )
    await expect.poll(async () => desktop.session.windows()).toEqual([])
    await desktop.startApp()
    const { width, height, x, y } = (await desktop.session.page('Sessions')).rect
    expect({ width, height }).toEqual({ width: rect.width, height: rect.height })
    // Wayland tells an app no position.
    if (!onWayland) expect({ x, y }).toEqual({ x: rect.x, y: rect.y })
  })

  test('a logout in the middle of an end loses neither the end nor the sign-in', async () => {
    const before = ends()
    await desktop.session.page('Sessions')
    await press('ctrl+k')
    await press({ text: 'End Lost laptop' })
    await press('Return')
    expect(ends()).toBe(before)
    await desktop.picture('pending-end')
    await desktop.session.logOut()
    await desktop.logInAgain()
    await desktop.startApp()
    await desktop.session.page('Sessions')
    await expect.poll(desktop.names).not.toContain('Lost laptop')
    await desktop.picture('again')
    expect(ends()).toBe(before + 1)
    expect(desktop.installed.service.countRequests('POST /auth/login')).toBe(1)
  })

  test('an upgrade under the running app disturbs nothing', async () => {
    const version = await install(desktop.installed.debian, await findDeb())
    expect(version).not.toBe(FORMER)
    await desktop.session.tray.click('Settings')
    await desktop.session.page('Settings')
    await desktop.session.tray.click('Quit')
    await expect.poll(desktop.session.inTray).toBeNull()
    await desktop.startApp()
    await desktop.session.page('Sessions')
    expect(desktop.installed.service.countRequests('POST /auth/login')).toBe(1)
    const { stdout } = await desktop.installed.debian.asUser('session-desk', '--version')
    expect(version.replace('~', '-')).toContain(stdout.trim().split(/\s+/).at(-1))
  })

  test('a purge leaves only the person’s own data', async () => {
    await desktop.session.logOut()
    await outputOf(desktop.installed.debian.asRoot('apt-get', 'purge', '-y', '-qq', 'session-desk'))
    const left = desktop.installed.debian.asRoot('find', '/usr', '/etc', '/opt', '-iname', '*session-desk*')
    expect(await outputOf(left)).toBe('')
    expect((await desktop.installed.debian.asRoot('grep', '-rlF', ANA.password, '/home/ana')).stdout).toBe('')
  })
}
