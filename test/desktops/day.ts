import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { PNG } from 'pngjs'
import { waitFor } from '../support/process/wait-for.ts'
import { projectRoot } from '../support/project-root.ts'
import { changedIn, contrastIn, shareOf } from '../support/sessions/picture.ts'
import { logIn, type Session, type SessionKind } from '../support/sessions/session.ts'
import { findDeb, makeFormer } from './package.ts'
import { ANA, install, installOn, outputOf, type Installed } from './set-up.ts'

const END = 'DELETE /auth/sessions/{id}'
const PROFILE = '/home/ana/.config/Session Desk'
const FORMER = '0.0.9'
const SHOTS = join(projectRoot(), 'test-results/desktops-shots')
/** So many pixels of the icon in the tray contrast with the panel at least: it is 16 pixels wide and drawn in lines. */
const LEAST_PIXELS = 16
/** After this a person starts the app again; a busy computer takes half as long to show its window. */
const WINDOW_LIMIT_MS = 20_000

/** Declares the tests of a file: a day of the installed package on a desktop, from its installation to its purge. */
export function liveADay(kind: SessionKind): void {
  const onWayland = kind.env['XDG_SESSION_TYPE'] === 'wayland'
  let installed: Installed
  let session: Session

  test.describe.configure({ mode: 'serial' })

  test.beforeAll(async () => {
    test.setTimeout(1_800_000)
    await mkdir(SHOTS, { recursive: true })
    const former = await makeFormer(await findDeb(), FORMER)
    installed = await installOn(kind, former).finally(() => rm(former))
    test.skip(installed.missing.length > 0, `Not in this Debian: ${installed.missing.join()}`)
  })

  test.afterAll(() => installed.stop())

  const ends = (): number => installed.service.countRequests(END)
  const names = (): string[] => installed.service.state.sessionsOf(ANA.email).map(({ name }) => name)

  /** Starts the app as a click on its entry in the menu does. */
  async function startApp(): Promise<void> {
    const click = () => session.start('gtk-launch', 'session-desk')
    await click()
    if (!onWayland) return
    // Without a graphics card Chromium sometimes loses the window's first picture, and sway shows no window without one.
    const shown = waitFor(async () => (await session.windows()).length > 0, 'No window', WINDOW_LIMIT_MS)
    await shown.catch(() => {
      console.log('  The app started without a window, and was started again')
      return click()
    })
  }

  async function picture(name: string): Promise<PNG> {
    const taken = await session.picture()
    await writeFile(join(SHOTS, `${kind.name}-${name}.png`), PNG.sync.write(taken))
    return taken
  }

  /** Presses keys, and waits until they changed a good part of the screen. */
  async function press(...keys: Parameters<Session['keys']>): Promise<void> {
    const before = await session.picture()
    await session.keys(...keys)
    const all = { x: 0, y: 0, width: before.width, height: before.height }
    await expect.poll(async () => changedIn(before, await session.picture(), all)).toBeGreaterThan(0.002)
  }

  test('installs, is in the menu, and its window has the class and the icon that the desktop looks for', async () => {
    expect(installed.version).toBe(FORMER)
    session = await logIn(installed.debian, kind)
    await startApp()
    const { name } = await session.page('Sign in')
    const entry = await readFile(
      join(installed.debian.folder, 'usr/share/applications/session-desk.desktop'),
      'utf8',
    )
    expect(name).toBe(onWayland ? 'session-desk' : /^StartupWMClass=(.+)$/m.exec(entry)?.[1])
    const icon = PNG.sync.read(await readFile(join(projectRoot(), 'resources/icons/256x256.png')))
    const tile = contrastIn(icon, { x: 32, y: 32, width: 192, height: 192 }).ground
    const colour = tile.split(',').map(Number) as [number, number, number]
    const inBar = async (): Promise<number> => shareOf(await picture('sign-in'), kind.taskBar, colour)
    await expect.poll(inBar).toBeGreaterThan(0.001)
  })

  test('signs in, and its icon in the tray shows', async () => {
    await session.page('Sign in')
    const { origin } = installed.service
    await session.keys({ text: origin }, 'Tab', { text: ANA.email }, 'Tab', { text: ANA.password }, 'Return')
    await session.page('Sessions')
    await expect.poll(session.inTray).not.toBeNull()
    const grounds = new Set<string>()
    for (const theme of kind.themes) {
      await session.run(...theme.command)
      const painted = async () => contrastIn(await picture(`tray-${theme.name}`), kind.tray)
      await expect.poll(async () => grounds.has((await painted()).ground), theme.name).toBe(false)
      await expect.poll(async () => (await painted()).contrasting, theme.name).toBeGreaterThan(LEAST_PIXELS)
      grounds.add((await painted()).ground)
    }
  })

  test('closed to the tray, it notifies of a new sign-in and ends a session from the menu', async () => {
    await session.close(await session.page('Sessions'))
    await expect.poll(async () => session.windows()).toEqual([])
    await expect.poll(session.notified).toContain('Session Desk is still running')
    installed.service.state.addSession(ANA.email, { name: 'Kitchen tablet' })
    await session.tray.click('Check now')
    await expect.poll(() => session.notified().join()).toContain('Kitchen tablet')
    await expect.poll(session.showsNotification).toBe(true)
    await picture('notification')

    await session.tray.click('Old phone · never used…')
    const question = async (): Promise<number> => {
      const [window] = await session.windows()
      return window?.title === 'Session Desk'
        ? contrastIn(await picture('question'), window.rect).contrasting
        : 0
    }
    await expect.poll(question).toBeGreaterThan(LEAST_PIXELS)
    await session.keys('Left', 'Return')
    await expect.poll(ends).toBe(1)
    expect(names()).not.toContain('Old phone')
    await expect.poll(() => session.notified().join()).toContain('Ended Old phone')
  })

  test('keeps its bounds and its sign-in after a kill', async () => {
    await session.tray.click('Open Session Desk')
    const window = await session.page('Sessions')
    // A size that changes sooner on Wayland is the desktop's, not the person's (window-bounds.ts).
    if (onWayland) await sleep(2_500)
    await session.place(window, { x: 140, y: 120, width: 900, height: 640 })
    const stored = () => installed.debian.asUser('grep', '-rlE', '"width": ?900', PROFILE)
    await expect.poll(async () => (await stored()).code).toBe(0)
    const { rect } = await session.page('Sessions')
    await outputOf(
      installed.debian.asUser('pkill', '--signal', 'KILL', '--full', '^/usr/lib/session-desk/session-desk'),
    )
    await expect.poll(async () => session.windows()).toEqual([])
    await startApp()
    const { width, height, x, y } = (await session.page('Sessions')).rect
    expect({ width, height }).toEqual({ width: rect.width, height: rect.height })
    // Wayland tells an app no position.
    if (!onWayland) expect({ x, y }).toEqual({ x: rect.x, y: rect.y })
  })

  test('a logout in the middle of an end loses neither the end nor the sign-in', async () => {
    const before = ends()
    await session.page('Sessions')
    await press('ctrl+k')
    await press({ text: 'End Lost laptop' })
    await press('Return')
    expect(ends()).toBe(before)
    await picture('pending-end')
    await session.logOut()
    session = await logIn(installed.debian, kind)
    await startApp()
    await session.page('Sessions')
    await expect.poll(names).not.toContain('Lost laptop')
    await picture('again')
    expect(ends()).toBe(before + 1)
    expect(installed.service.countRequests('POST /auth/login')).toBe(1)
  })

  test('an upgrade under the running app disturbs nothing', async () => {
    const version = await install(installed.debian, await findDeb())
    expect(version).not.toBe(FORMER)
    await session.tray.click('Settings')
    await session.page('Settings')
    await session.tray.click('Quit')
    await expect.poll(session.inTray).toBeNull()
    await startApp()
    await session.page('Sessions')
    expect(installed.service.countRequests('POST /auth/login')).toBe(1)
    const { stdout } = await installed.debian.asUser('session-desk', '--version')
    expect(version.replace('~', '-')).toContain(stdout.trim().split(/\s+/).at(-1))
  })

  test('a purge leaves only the person’s own data', async () => {
    await session.logOut()
    await outputOf(installed.debian.asRoot('apt-get', 'purge', '-y', '-qq', 'session-desk'))
    const left = installed.debian.asRoot('find', '/usr', '/etc', '/opt', '-iname', '*session-desk*')
    expect(await outputOf(left)).toBe('')
    expect((await installed.debian.asRoot('grep', '-rlF', ANA.password, '/home/ana')).stdout).toBe('')
  })
}
