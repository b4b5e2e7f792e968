import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BareDebian } from '../support/bare-debian/bare-debian.ts'
import { connectAssistive, START_ASSISTIVE, type Assistive } from '../support/desktop/assistive.ts'
import { startPracticeService, type PracticeService } from '../service/start.ts'
import { DESKTOP_ENV } from './bare-desktop.ts'
import { expect, test } from './fixture.ts'
import { outputOf, packageFile, quitApp, startApp } from './installed.ts'
import { DROPPED_FILE, makeOlderPackage } from './older-package.ts'

const OLDER = '0.0.9'
const ANA = { email: 'ana@example.com', password: 'canary-password-81c4e7' }
const AUTOSTART = 'home/ana/.config/autostart/session-desk.desktop'

let debian: BareDebian
let service: PracticeService
let reader: Assistive
let folder: string
let packages: { older: string; newer: string }

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ desktop }) => {
  test.setTimeout(300_000)
  debian = desktop
  folder = await mkdtemp(join(tmpdir(), 'session-desk-upgrade-'))
  const deb = await packageFile('.deb')
  packages = {
    older: await debian.bring(await makeOlderPackage(deb, OLDER, folder)),
    newer: await debian.bring(deb),
  }
  // desktop-file-utils keeps the cache of what opens which link; by `file` xdg-open knows a folder.
  await outputOf(install('at-spi2-core', 'desktop-file-utils', 'file'))
  const reachable = (address: string) => address.replace('unix:path=', `unix:path=${debian.folder}`)
  const busAddress = reachable(DESKTOP_ENV.DBUS_SESSION_BUS_ADDRESS)
  reader = await connectAssistive({ busAddress, launcher: debian.start(...START_ASSISTIVE), reachable })
  // The package opens no debugging port: its window is read as a screen reader reads it.
  await reader.set('ScreenReaderEnabled', true)
  service = await startPracticeService()
  await service.state.addUser({ ...ANA, name: 'Ana' })
  service.state.addSession(ANA.email, { name: 'Work phone' })
  // What the tests before have left.
  await rm(join(debian.folder, 'home/ana/.config'), { recursive: true, force: true })
})

test.afterAll(async () => {
  await reader.stop()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

const profileFolder = () => join(debian.folder, 'home/ana/.config/Session Desk/accounts')

function install(...what: string[]) {
  return debian.asRoot('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...what)
}

const installedVersion = () =>
  outputOf(debian.asRoot('dpkg-query', '--show', '--showformat=${Version}', 'session-desk'))

const versionOf = (file: string) => outputOf(debian.asRoot('dpkg-deb', '--field', file, 'Version'))

/** The lines of a command, sorted. */
async function linesOf(...command: string[]): Promise<string[]> {
  return (await outputOf(debian.asRoot(...command))).split('\n').filter(Boolean).sort()
}

/** The bytes and the time of each file of the profile. */
async function snapshot(): Promise<string[]> {
  const names = (await readdir(profileFolder())).sort()
  return Promise.all(
    names.map(async (name) => {
      const file = join(profileFolder(), name)
      return `${name} ${(await stat(file)).mtimeMs} ${(await readFile(file)).toString('base64')}`
    }),
  )
}

test('an upgrade leaves the running app as it is, and no file of the older package', async () => {
  test.setTimeout(300_000)
  await outputOf(install(packages.older))
  expect(await installedVersion()).toBe(`${OLDER}-1`)
  const { app, keys } = startApp(debian, 'session-desk', `--server=${service.baseUrl}`)
  await keys.page('Sign in')
  await keys.type(ANA.email)
  await keys.press('Tab')
  await keys.type(ANA.password)
  await keys.press('Return')
  await keys.page('Sessions')

  await outputOf(install(packages.newer))
  expect(await installedVersion()).toBe((await versionOf(packages.newer)).trim())
  await expect(access(join(debian.folder, DROPPED_FILE))).rejects.toThrow('ENOENT')
  expect(await outputOf(debian.asRoot('dpkg', '--verify', 'session-desk'))).toBe('')
  const packed = new Set(await linesOf('dpkg', '--listfiles', 'session-desk'))
  const present = await linesOf('find', '/usr', '/etc', '-path', '*session-desk*')
  expect(present.filter((path) => !packed.has(path))).toEqual([])
  expect(await linesOf('find', '/usr', '/etc', '-name', '*.dpkg-*')).toEqual([])

  // Pages that it had not loaded come out of the replaced archive, which it holds open.
  for (const [key, page] of ['Activity', 'Profile', 'Password', 'Settings'].entries()) {
    await keys.press(`ctrl+${key + 2}`)
    await keys.page(page)
  }
  // A second start, of the newer version, shows the window of the older one and ends.
  service.clearRequests()
  await outputOf(debian.asUser('session-desk', '--page=review'))
  await keys.page('Review')
  await keys.press('ctrl+1', 'F5')
  await expect.poll(() => service.countRequests('GET /auth/sessions')).toBeGreaterThan(0)
  for (const { headers } of service.requests) expect(headers['user-agent']).toContain(`SessionDesk/${OLDER} `)
  await quitApp(debian, app)
})

test('after the upgrade the newer version goes on with the profile', async () => {
  test.setTimeout(300_000)
  service.clearRequests()
  const { app, keys } = startApp(debian, 'session-desk')
  await reader.find('row header', /^Work phone/)
  await keys.page('Sessions')
  expect(service.countRequests('POST /auth/login')).toBe(0)
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  for (const { headers } of service.requests)
    expect(headers['user-agent']).toContain(`SessionDesk/${version}`)
  await keys.press('ctrl+5')
  await reader.press('toggle button', /^Open Session Desk when I log in/)
  await expect
    .poll(() => readFile(join(debian.folder, AUTOSTART), 'utf8').catch(() => ''))
    .toContain('/usr/bin/session-desk')
  await quitApp(debian, app)
})

test('apt takes the release over a test build and over the older version', async () => {
  const version = (await versionOf(packages.newer)).trim()
  const release = `${version.replace(/[~-].*$/, '')}-1`
  const fields = await outputOf(debian.asRoot('dpkg-deb', '--field', packages.newer))
  // An archive of three versions; only its index is read.
  const index = [`${OLDER}-1`, version, release].map((each) =>
    [
      fields.trim().replace(/^Version: .*$/m, `Version: ${each}`),
      `Filename: ${each}.deb`,
      'Size: 1',
      `SHA256: ${'0'.repeat(64)}`,
    ].join('\n'),
  )
  const archive = join(debian.folder, 'srv/archive')
  await mkdir(join(archive, 'lists/partial'), { recursive: true })
  await writeFile(join(archive, 'Packages'), `${[...new Set(index)].join('\n\n')}\n`)
  await writeFile(join(archive, 'sources.list'), 'deb [trusted=yes] file:/srv/archive ./\n')
  const options = [
    'Dir::Etc::SourceList=/srv/archive/sources.list',
    'Dir::Etc::SourceParts=-',
    'Dir::State::Lists=/srv/archive/lists',
  ].map((option) => `--option=${option}`)
  await outputOf(debian.asRoot('apt-get', 'update', '-qq', ...options))
  const policy = await outputOf(debian.asRoot('apt-cache', 'policy', 'session-desk', ...options))
  expect(policy).toContain(`Installed: ${version}\n`)
  expect(policy).toContain(`Candidate: ${release}\n`)
  const upgrade = await outputOf(debian.asRoot('apt-get', 'upgrade', '--simulate', ...options))
  expect(upgrade.includes(`Inst session-desk [${version}] (${release} `)).toBe(version !== release)
})

test('after a downgrade the older version says that it cannot read a newer profile, and writes nothing', async () => {
  test.setTimeout(300_000)
  // Not by mistake.
  expect((await install(packages.older)).code).not.toBe(0)
  await outputOf(install('--allow-downgrades', packages.older))
  expect(await installedVersion()).toBe(`${OLDER}-1`)
  // Of a format that no version has yet.
  await writeFile(join(profileFolder(), 'profile.json'), '{"format":1000}')
  const before = await snapshot()
  await addFileManager()
  service.clearRequests()

  const first = startApp(debian, 'session-desk')
  await first.keys.pressIn('Session Desk', 'Return')
  expect(await first.app.ended).toBe(0)
  expect(await snapshot()).toEqual(before)

  // The other button.
  const second = startApp(debian, 'session-desk')
  await second.keys.pressIn('Session Desk', 'Right', 'Return')
  expect(await second.app.ended).toBe(0)
  const opened = () => readFile(join(debian.folder, 'home/ana/opened'), 'utf8').catch(() => '')
  await expect.poll(opened).toContain('/home/ana/.config/Session Desk/accounts\n')
  expect(await snapshot()).toEqual(before)
  expect(service.requests).toEqual([])
})

/** Makes a program that notes which folders it opens the user's file manager. */
async function addFileManager(): Promise<void> {
  const program = '#!/bin/sh\necho "$1" >>/home/ana/opened\n'
  await writeFile(join(debian.folder, 'usr/local/bin/file-manager'), program, { mode: 0o755 })
  const applications = join(debian.folder, 'usr/local/share/applications')
  await mkdir(applications, { recursive: true })
  const entry = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Files',
    'Exec=file-manager %f',
    'MimeType=inode/directory;',
  ]
  await writeFile(join(applications, 'file-manager.desktop'), `${entry.join('\n')}\n`)
  await outputOf(debian.asUser('xdg-mime', 'default', 'file-manager.desktop', 'inode/directory'))
}

test('a purge leaves nothing of the package, and what starts at login is harmless', async () => {
  const autostart = await readFile(join(debian.folder, AUTOSTART), 'utf8')
  const [, program = ''] = /^TryExec=(.+)$/m.exec(autostart) ?? []
  expect(program).toBe('/usr/bin/session-desk')
  await access(join(debian.folder, program))
  const mentions = () =>
    debian.asRoot(
      'grep',
      '-rls',
      'session-desk',
      '/etc',
      '/usr',
      '/var/cache',
      '/var/lib/dpkg',
      '/var/lib/apt',
    )
  // The cache of links is there to be cleaned.
  expect((await mentions()).stdout).toContain('mimeinfo.cache')

  await outputOf(debian.asRoot('apt-get', 'purge', '-y', '-qq', 'session-desk'))
  const outside = ['/home', '/proc', '/srv', '/sys', '/tmp', '/var/log'].flatMap((path) => [
    '-path',
    path,
    '-prune',
    '-o',
  ])
  expect(await linesOf('find', '/', ...outside, '-iname', '*session-desk*', '-print')).toEqual([])
  expect((await mentions()).stdout).toBe('')
  // A desktop starts no file whose TryExec is gone (freedesktop.org, Desktop Entry).
  await expect(access(join(debian.folder, program))).rejects.toThrow('ENOENT')
  // The profile is the person's.
  expect(await readdir(profileFolder())).toContain('accounts.json')
})
