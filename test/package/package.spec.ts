import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { getCurrentFuseWire, FuseV1Options } from '@electron/fuses'
import { parseLibraries } from '../../electron/features/desktop/domain/libraries.ts'
import { projectRoot } from '../support/project-root.ts'
import type { BareDebian } from '../support/bare-debian/bare-debian.ts'
import { run } from '../support/process/run.ts'
import { startPracticeService } from '../service/start.ts'
import { makeAppImage, RUNTIME_BYTES } from './appimage.ts'
import { expect, test } from './fixture.ts'
import { outputOf, packageFile, PROGRAM, quitApp, startApp } from './installed.ts'

/** The values of a fuse in the binary. */
const [off, on] = ['0', '1'].map((sign) => sign.charCodeAt(0))
const ANA = { email: 'ana@example.com', password: 'canary-password-81c4e7' }

let debian: BareDebian
let service: Awaited<ReturnType<typeof startPracticeService>>

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ debian: machine }) => {
  debian = machine
  service = await startPracticeService()
  await service.state.addUser({ ...ANA, name: 'Ana' })
})

test.afterAll(() => service.close())

async function manifest(): Promise<{ version: string; desktopName: string }> {
  const text = await readFile(join(projectRoot(), 'package.json'), 'utf8')
  return JSON.parse(text) as { version: string; desktopName: string }
}

/** The installed desktop file; by its name a Wayland desktop finds the icon of a window. */
async function desktopEntry(): Promise<string> {
  const { desktopName } = await manifest()
  return readFile(join(debian.folder, '/usr/share/applications', desktopName), 'utf8')
}

/** Starts the installed app on the service, which records its requests. */
const start = (...args: string[]) => startApp(debian, 'session-desk', `--server=${service.baseUrl}`, ...args)

/** Starts the installed app with a switch that it refuses, and closes the dialog that says so. */
async function expectRefused(refused: string): Promise<void> {
  const { app, keys } = start(refused)
  await keys.pressIn('Error', 'Escape')
  expect(await app.ended).toBe(2)
}

/** The number of lists that the service has sent. */
const lists = (): number =>
  service.requests.filter(({ endpoint, status }) => endpoint === 'GET /auth/sessions' && status === 200)
    .length

test('installs on a bare Debian with apt alone, with all its shared libraries', async () => {
  test.setTimeout(900_000)
  const file = await debian.bring(await packageFile('.deb'))
  await outputOf(debian.asRoot('apt-get', 'install', '-y', '-qq', '--no-install-recommends', file))
  expect(await outputOf(debian.asRoot('ldd', PROGRAM))).not.toContain('not found')
  expect(await desktopEntry()).toContain('MimeType=x-scheme-handler/session-desk;')
  // Every file has the sum that the package gives for it.
  expect(await outputOf(debian.asRoot('dpkg', '--verify', 'session-desk'))).toBe('')
  const notices = join(debian.folder, '/usr/share/doc/session-desk')
  const names = ['changelog.Debian.gz', 'changelog.gz', 'copyright', 'sbom.cdx.json']
  expect((await readdir(notices)).sort()).toEqual(names)
  const copyright = await readFile(join(notices, 'copyright'), 'utf8')
  for (const part of ['\n @vue/runtime-core 3', '\n Copyright (c) Electron contributors', '\n Skia'])
    expect(copyright).toContain(part)
  const resources = join(debian.folder, '/usr/lib/session-desk/resources')
  expect(await readdir(resources)).toEqual(['app.asar'])
  const packed = listPackage(join(resources, 'app.asar'), { isPack: false })
  // Tray and window; the package has the others beside the app.
  // What Settings shows of the libraries, and so what the copyright file has, with Electron's own there.
  const lists = ['main', 'renderer'].map((part) =>
    extractFile(join(resources, 'app.asar'), `out/${part}/licenses.json`).toString(),
  )
  for (const { name, version } of parseLibraries(lists))
    expect(copyright).toContain(`\n ${name} ${version} (`)
  const icons = packed.filter((path) => path.startsWith('/resources/icons/') && !path.includes('tray'))
  expect(icons).toEqual(['/resources/icons/256x256.png'])
  const places = packed.map((path) => path.replace(/^\/(out\/\w+|resources\/\w+|[\w.]+).*/, '$1'))
  expect([...new Set(places)].sort()).toEqual([
    'LICENSE',
    'out',
    ...['out/main', 'out/preload', 'out/renderer'],
    'package.json',
    'resources',
    ...['resources/icons', 'resources/locales'],
  ])
})

test('has exactly the configured fuses', async () => {
  const wire = await getCurrentFuseWire(join(debian.folder, PROGRAM))
  expect({ ...wire, version: undefined, resetAdHocDarwinSignature: undefined }).toMatchObject({
    [FuseV1Options.RunAsNode]: off,
    [FuseV1Options.EnableCookieEncryption]: off,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
    [FuseV1Options.EnableNodeCliInspectArguments]: off,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
    [FuseV1Options.OnlyLoadAppFromAsar]: on,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
  })
})

test('starts as an ordinary user in Chromium’s sandbox and from code caches, keeps its sign-in, and opens links', async ({
  desktop: _,
}) => {
  test.setTimeout(300_000)
  const port = join(debian.folder, 'home/ana/.config/Session Desk/DevToolsActivePort')
  await expectRefused('--remote-debugging-port=0')
  await expect(access(port)).rejects.toThrow('ENOENT')
  const first = start()
  await first.keys.page('Sign in')
  // The class that the desktop file names: with another one a task bar shows a second entry, without name and icon.
  const [, windowClass] = /^StartupWMClass=(.+)$/m.exec(await desktopEntry()) ?? []
  await outputOf(debian.asUser('xdotool', 'search', '--onlyvisible', '--class', `^${windowClass}$`))
  await first.keys.type(ANA.email)
  await first.keys.press('Tab')
  await first.keys.type(ANA.password)
  await first.keys.press('Return')
  await first.keys.page('Sessions')
  await expect.poll(lists).toBeGreaterThan(0)

  await expectSandbox(PROGRAM)
  const { version } = await manifest()
  const { headers } = service.requests.findLast(({ endpoint }) => endpoint === 'GET /auth/sessions')!
  expect(headers['user-agent']).toContain(`SessionDesk/${version}`)

  await quitApp(debian, first.app)
  const before = lists()
  const second = start()
  await second.keys.page('Sessions')
  await expect.poll(lists).toBeGreaterThan(before)
  expect(service.countRequests('POST /auth/login')).toBe(1)

  // As the actions of the icon do, which a package must not refuse.
  const actions = [...(await desktopEntry()).matchAll(/^Exec=(.+ --page=\w+)$/gm)].map(
    ([, command = '']) => command,
  )
  expect(actions).toHaveLength(2)
  for (const command of actions) await outputOf(debian.asUser(...command.split(' ')))
  await second.keys.page('Review')

  const link = 'session-desk://reset?token=abc123&email=ana@example.com'
  await outputOf(debian.asUser('xdg-open', link))
  await second.keys.page('Reset password')
  await second.keys.type('a new password of Ana')
  // Past the button that reveals the password.
  await second.keys.press('Tab', 'Tab')
  await second.keys.type('a new password of Ana')
  await second.keys.press('Return')
  // The link filled in the form, the token too.
  await expect
    .poll(() => service.requests.find(({ endpoint }) => endpoint === 'POST /auth/password/reset')?.body)
    .toMatchObject({ token: 'abc123', email: ANA.email })
  await quitApp(debian, second.app)
  // As the same runtime made them, and with the fuses and the sandbox of the package.
  const log = await readFile(
    join(debian.folder, 'home/ana/.config/Session Desk/logs/session-desk.log'),
    'utf8',
  )
  expect(log.match(/"codeCache":"\w+"/g)).toEqual(['"codeCache":"accepted"', '"codeCache":"accepted"'])
  const kept = await debian.asRoot('grep', '-rlF', ANA.password, '/home/ana')
  expect(kept.stdout).toBe('')
})

/** Expects each renderer of the running app to be in the sandbox, which filters its system calls and hides other processes. */
async function expectSandbox(program: string): Promise<void> {
  const { stdout } = await debian.asRoot('pgrep', '-f', `^${program}.*--type=renderer`)
  const statuses = await Promise.all(
    stdout.split('\n').map(async (id) => (await debian.asRoot('cat', `/proc/${id}/status`)).stdout),
  )
  // One may have ended meanwhile.
  const running = statuses.filter(Boolean)
  expect(running.length).toBeGreaterThan(0)
  for (const status of running) {
    expect(status).toMatch(/^Seccomp:\s+2$/m)
    expect(status).toMatch(/^NSpid:(\s+\d+){2,}$/m)
  }
}

test('leaves only the user’s own data after removal', async () => {
  test.setTimeout(300_000)
  await outputOf(debian.asRoot('apt-get', 'purge', '-y', '-qq', 'session-desk'))
  const left = debian.asRoot('find', '/usr', '/etc', '/opt', '-iname', '*session-desk*')
  expect(await outputOf(left)).toBe('')
})

test('the app of the .rpm starts with the same sign-in, and rpm removes all of it', async ({
  desktop: _,
}) => {
  test.setTimeout(300_000)
  const apt = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'rpm']
  await outputOf(debian.asRoot(...apt))
  const file = await debian.bring(await packageFile('.rpm'))
  // Debian's libraries are not in rpm's own list.
  await outputOf(debian.asRoot('rpm', '--install', '--nodeps', '--force-debian', file))
  const before = lists()
  const { app, keys } = start()
  await keys.page('Sessions')
  await expect.poll(lists).toBeGreaterThan(before)
  await quitApp(debian, app)
  await outputOf(debian.asRoot('rpm', '--erase', '--force-debian', 'session-desk'))
  const left = debian.asRoot('find', '/usr', '/etc', '/opt', '-iname', '*session-desk*')
  expect(await outputOf(left)).toBe('')
})

test('the AppImage starts in Chromium’s sandbox with the same sign-in, and leaves nothing unpacked', async ({
  desktop: _,
}) => {
  test.setTimeout(300_000)
  const folder = await mkdtemp(join(tmpdir(), 'session-desk-appimage-'))
  try {
    const image = await debian.bring(await makeAppImage(folder))
    const apt = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'squashfs-tools']
    await outputOf(debian.asRoot(...apt))
    const offset = `-offset ${RUNTIME_BYTES}`.split(' ')
    const entry = await outputOf(
      debian.asRoot('unsquashfs', ...offset, '-cat', image, 'session-desk.desktop'),
    )
    expect(entry).toMatch(/^Exec=AppRun %U$/m)
    const file = join(folder, 'session-desk.desktop')
    await writeFile(file, entry)
    expect(await outputOf(run('desktop-file-validate', [file]))).toBe('')

    const before = lists()
    const { app, keys } = startApp(debian, image)
    await keys.page('Sessions')
    await expect.poll(lists).toBeGreaterThan(before)
    const program = '/tmp/tmp[^ ]*/session-desk'
    await expectSandbox(program)
    await quitApp(debian, app, program)
    expect(await outputOf(debian.asRoot('find', '/tmp', '-name', 'AppRun'))).toBe('')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
