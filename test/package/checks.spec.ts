import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { run } from '../support/process/run.ts'
import { packageFile } from './installed.ts'

let unpacked: string

test.describe.configure({ mode: 'serial' })

/** Everything that a command prints, which is nothing where a check has nothing to say. */
async function findings(command: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(command, args)
  expect(code, stdout + stderr).toBe(0)
  return stdout
}

test.beforeAll(async () => {
  test.setTimeout(300_000)
  unpacked = await mkdtemp(join(tmpdir(), 'session-desk-deb-'))
  await findings('dpkg-deb', '--raw-extract', await packageFile('.deb'), unpacked)
})

test.afterAll(() => rm(unpacked, { recursive: true, force: true }))

test('lintian finds nothing that is not overridden with a reason', async () => {
  test.setTimeout(300_000)
  const options = ['--allow-root', '--display-info', '--fail-on=error,warning,info']
  expect(await findings('lintian', ...options, await packageFile('.deb'))).toBe('')
})

test('the desktop file and the metainfo are valid', async () => {
  const folder = join(unpacked, 'usr/share/applications')
  for (const name of await readdir(folder))
    expect(await findings('desktop-file-validate', join(folder, name))).toBe('')
  // The metainfo, and the desktop file and the icon that it names.
  await findings('appstreamcli', 'validate-tree', '--no-net', unpacked)
})

test('a test build sorts below its release, in apt and in rpm', async () => {
  const version = (await findings('dpkg-deb', '--field', await packageFile('.deb'), 'Version')).trim()
  const release = `${version.replace(/[~-].*$/, '')}-1`
  if (version !== release) await findings('dpkg', '--compare-versions', version, 'lt', release)
  const rpm = await findings(
    'rpm',
    '--query',
    '--queryformat=%{VERSION}-1',
    '--package',
    await packageFile('.rpm'),
  )
  expect(rpm).toBe(version)
  const compared = await findings('rpm', '--eval', `%{lua: print(rpm.vercmp("${rpm}", "${release}"))}`)
  expect(compared.trim()).toBe(rpm === release ? '0' : '-1')
})

test('the Flatpak’s manifest is one, and its source is the .deb that is pinned', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'session-desk-flatpak-'))
  try {
    const build = join(folder, 'build')
    await mkdir(build)
    const state = `--state-dir=${join(folder, 'state')}`
    const manifest = await packageFile('desktop.json')
    await findings('flatpak-builder', '--download-only', state, build, manifest)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
