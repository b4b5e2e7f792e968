import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { PNG } from 'pngjs'
import { startPracticeService } from '../service/start.ts'
import { startBareDebian, type BareDebian } from '../support/bare-debian/bare-debian.ts'
import type { Finished } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'
import { changedIn, contrastIn, shareOf } from '../support/sessions/picture.ts'
import { installDesktop, logIn, type Session } from '../support/sessions/session.ts'
import { SWAY } from '../support/sessions/sway.ts'
import { XFCE } from '../support/sessions/xfce.ts'
import { findDeb, makeFormer } from './package.ts'

const ANA = { email: 'ana@example.com', password: 'canary-password-5d20c9' }
const END = 'DELETE /auth/sessions/{id}'
const PROFILE = '/home/ana/.config/Session Desk'
const FORMER = '0.0.9'
const SHOTS = join(projectRoot(), 'test-results/desktops-shots')
/** So many pixels of the icon in the tray contrast with the panel at least: it is 16 pixels wide and drawn in lines. */
const LEAST_PIXELS = 16

let debian: BareDebian

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(600_000)
  debian = await startBareDebian()
  await outputOf(debian.asRoot('apt-get', 'update', '-qq'))
  await mkdir(SHOTS, { recursive: true })
})

test.afterAll(() => debian.stop())

/** The output of a command, which must have succeeded. */
async function outputOf(command: Promise<Finished>): Promise<string> {
  const { code, stdout, stderr } = await command
  expect(code, stderr).toBe(0)
  return stdout
}

for (const kind of [XFCE, SWAY])
  test.describe(kind.name, () => {
    let service: Awaited<ReturnType<typeof startPracticeService>>
    let session: Session
    let former: string

    test.beforeAll(async () => {
      test.setTimeout(900_000)
      service = await startPracticeService()
      await service.state.addUser({ ...ANA, name: 'Ana' })
      for (const name of ['Old phone', 'Lost laptop']) service.state.addSession(ANA.email, { name })
      await outputOf(debian.asRoot('find', '/home/ana', '-mindepth', '1', '-delete'))
      await installDesktop(debian, kind)
      former = await makeFormer(await findDeb(), FORMER)
    })

    test.afterAll(async () => {
      await service.close()
      await rm(former, { force: true })
    })

    const ends = (): number => service.countRequests(END)
    const names = (): string[] => service.state.sessionsOf(ANA.email).map(({ name }) => name)

    async function install(file: string): Promise<string> {
      const inside = await debian.bring(file)
      await outputOf(debian.asRoot('apt-get', 'install', '-y', '-qq', '--no-install-recommends', inside))
      await outputOf(debian.asRoot('rm', inside))
      return (await outputOf(debian.asRoot('dpkg-query', '-W', '-f=${Version}', 'session-desk'))).trim()
    }

    /** Starts the app as a click on its entry in the menu does. */
    const startApp = (): Promise<string> => session.start('gtk-launch', 'session-desk')

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
      expect(await install(former)).toBe(FORMER)
      session = await logIn(debian, kind)
      await startApp()
      const { name } = await session.page('Sign in')
      const entry = await readFile(join(debian.folder, 'usr/share/applications/session-desk.desktop'), 'utf8')
      expect(name).toBe(kind.name === 'XFCE' ? /^StartupWMClass=(.+)$/m.exec(entry)?.[1] : 'session-desk')
      const icon = PNG.sync.read(await readFile(join(projectRoot(), 'resources/icons/256x256.png')))
      const tile = contrastIn(icon, { x: 32, y: 32, width: 192, height: 192 }).ground
      const colour = tile.split(',').map(Number) as [number, number, number]
      const inBar = async (): Promise<number> => shareOf(await picture('sign-in'), kind.taskBar, colour)
      await expect.poll(inBar).toBeGreaterThan(0.001)
    })

    test('signs in, and its icon in the tray shows', async () => {
      await session.page('Sign in')
      const { origin } = service
      await session.keys(
        { text: origin },
        'Tab',
        { text: ANA.email },
        'Tab',
        { text: ANA.password },
        'Return',
      )
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
      service.state.addSession(ANA.email, { name: 'Kitchen tablet' })
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
      await session.place(window, { x: 140, y: 120, width: 900, height: 640 })
      const stored = () => debian.asUser('grep', '-rlE', '"width": ?900', PROFILE)
      await expect.poll(async () => (await stored()).code).toBe(0)
      const { rect } = await session.page('Sessions')
      await outputOf(
        debian.asUser('pkill', '--signal', 'KILL', '--full', '^/usr/lib/session-desk/session-desk'),
      )
      await expect.poll(async () => session.windows()).toEqual([])
      await startApp()
      const { width, height, x, y } = (await session.page('Sessions')).rect
      expect({ width, height }).toEqual({ width: rect.width, height: rect.height })
      // Wayland tells an app no position.
      if (kind.name === 'XFCE') expect({ x, y }).toEqual({ x: rect.x, y: rect.y })
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
      session = await logIn(debian, kind)
      await startApp()
      await session.page('Sessions')
      await expect.poll(names).not.toContain('Lost laptop')
      await picture('again')
      expect(ends()).toBe(before + 1)
      expect(service.countRequests('POST /auth/login')).toBe(1)
    })

    test('an upgrade under the running app disturbs nothing', async () => {
      const version = await install(await findDeb())
      expect(version).not.toBe(FORMER)
      await session.tray.click('Settings')
      await session.page('Settings')
      await session.tray.click('Quit')
      await expect.poll(session.inTray).toBeNull()
      await startApp()
      await session.page('Sessions')
      expect(service.countRequests('POST /auth/login')).toBe(1)
      const { stdout } = await debian.asUser('session-desk', '--version')
      expect(version.replace('~', '-')).toContain(stdout.trim().split(/\s+/).at(-1))
    })

    test('a purge leaves only the person’s own data', async () => {
      await session.logOut()
      await outputOf(debian.asRoot('apt-get', 'purge', '-y', '-qq', 'session-desk'))
      const left = debian.asRoot('find', '/usr', '/etc', '/opt', '-iname', '*session-desk*')
      expect(await outputOf(left)).toBe('')
      expect((await debian.asRoot('grep', '-rlF', ANA.password, '/home/ana')).stdout).toBe('')
    })
  })
