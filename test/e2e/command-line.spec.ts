import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SETTING_NAMES } from '../../electron/shared/initial-settings.ts'
import { helpText } from '../../electron/platform/domain/help-text.ts'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { expect, test as base } from '../support/fixture.ts'
import { ANA, openSessions } from '../support/page-actions.ts'
import { packagedLike } from '../support/packaged-like.ts'
import { run, type Finished } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'

type Run = (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Finished>

const test = base.extend<{
  /** Without a display and without a session bus. */
  bareEnv: NodeJS.ProcessEnv
  /** Runs the app to its end on the test's profile, without Playwright and without a debugging port. */
  runApp: Run
  /** The same, packaged, bare or in a terminal on the test's display; then what it writes is on standard output. */
  runPackaged: (args: readonly string[], where?: 'terminal') => Promise<Finished>
}>({
  bareEnv: async ({ desktop }, use) => {
    const none = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined, DBUS_SESSION_BUS_ADDRESS: undefined }
    await use({ ...desktop.env, ...none })
  },
  runApp: async ({ runtime, desktop, profile, bareEnv }, use) => {
    const own = [projectRoot(), `--user-data-dir=${profile}`, ...desktop.switches]
    await use((args, env = bareEnv) => run(runtime.path, [...own, ...args], { env, timeLimit: 20_000 }))
  },
  runPackaged: async ({ runtime, desktop, profile, bareEnv }, use) => {
    const folder = join(desktop.folder, 'electron')
    const program = await packagedLike(runtime.path, folder)
    const own = [projectRoot(), `--user-data-dir=${profile}`, ...desktop.switches]
    await use((args, where) => {
      if (!where) return run(program, [...own, ...args], { env: bareEnv, timeLimit: 20_000 })
      const command = [program, ...own, ...args].join(' ')
      const typed = ['--quiet', '--return', '--command', command, '/dev/null']
      return run('script', typed, { env: desktop.env, timeLimit: 20_000 })
    })
    await rm(folder, { recursive: true })
  },
})

const UNKNOWN = "Session Desk couldn't start: It was started with switches that it doesn't allow: --hiden."

/** The lines that are not Chromium's own. */
const linesOf = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => line !== '' && !/^\[\d+:\d+\//.test(line))

/** All files; Chromium itself makes the folder of `--user-data-dir`, before any script. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))
}

async function version(): Promise<string> {
  const manifest = await readFile(join(projectRoot(), 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

test.use({ ana: { name: 'Ana of the canaries' } })
test.skip(
  process.platform !== 'linux',
  'Only Linux has programs without a display, and terminals for all programs',
)

test('version, help and diagnostics are printed before the first start, without a display, a keyring or a profile', async ({
  runApp,
  desktop,
}) => {
  const before = await filesIn(desktop.folder)
  expect(await runApp(['--version'])).toMatchObject({ code: 0, stdout: `Session Desk ${await version()}\n` })
  expect(await runApp(['--hidden', '--help'])).toMatchObject({ code: 0, stdout: helpText() })
  const { code, stdout } = await runApp(['--diagnostics'])
  expect(code).toBe(0)
  const lines = stdout.split('\n')
  expect(lines[0]).toContain(`Session Desk ${await version()}, `)
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Desktop: .+, display server none, session /),
      expect.stringMatching(/^Settings: theme system, language auto, /),
      'Tray host: not known',
      'Accounts: none',
      'Last failures: none',
    ]),
  )
  expect(await filesIn(desktop.folder)).toEqual(before)
})

test('a package tells an unknown switch in one line, refuses it, and opens nothing; in a terminal that needs no click', async ({
  runPackaged,
  desktop,
}) => {
  const before = await filesIn(desktop.folder)
  const { code, stdout, stderr } = await runPackaged(['--hiden', '--version'])
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(linesOf(stderr)).toEqual([expect.stringContaining(UNKNOWN)])
  expect(stderr).toContain('--help lists those that it knows')
  expect(await filesIn(desktop.folder)).toEqual(before)
  const inTerminal = await runPackaged(['--hiden'], 'terminal')
  expect([inTerminal.code, linesOf(inTerminal.stdout)]).toEqual([2, [expect.stringContaining(UNKNOWN)]])
})

test('version and diagnostics are printed while the app runs, which does not notice; these contain what it copies and no secret', async ({
  app,
  page,
  service,
  desktop,
  profile,
  runApp,
}) => {
  await openSessions(page, ANA)
  const failing = service.faults.add({ kind: 'status', status: 503, endpoint: 'GET /auth/sessions' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('503').first().waitFor()
  failing()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.getByRole('button', { name: 'Copy diagnostics' }).click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
  const copied = await app.inMain(({ clipboard }) => clipboard.readText())
  const files = await contentsOf(profile)

  await app.inMain(({ app: own }) => {
    own.on('second-instance', () => ((globalThis as { wasStarted?: boolean }).wasStarted = true))
  })
  expect(await runApp(['--version'])).toMatchObject({ code: 0 })
  const { code, stdout } = await runApp(['--diagnostics'], desktop.env)
  expect(await app.inMain(() => 'wasStarted' in globalThis)).toBe(false)

  expect(code).toBe(0)
  expect(await contentsOf(profile)).toEqual(files)
  expect(app.electron.windows()).toHaveLength(1)
  const own = linesByTitle(stdout)
  const ofApp = linesByTitle(copied)
  for (const title of [
    'Runtime',
    'System',
    'Desktop',
    'Tray host',
    'Language',
    'Network',
    'Settings',
    'Accounts',
  ])
    expect({ [title]: own.get(title) }).toEqual({ [title]: ofApp.get(title) })
  expect(own.get('Last failures')?.join()).toContain('GET /auth/sessions at 127.0.0.1')
  expect(own.get('Tokens')).toEqual(['Tokens: the keyring was not asked, gnome_libsecret'])
  expect(own.get('Settings')?.join()).toContain('theme dark')
  for (const name of SETTING_NAMES) expect(own.get('Settings')?.join()).toContain(`${name} `)
  const token = service.requests.find(({ endpoint }) => endpoint === 'GET /auth/sessions')?.bearer ?? ''
  expect(token).toMatch(/^\d+\|.{20,}/)
  const canaries = { ...ANA, token, secret: token.split('|')[1] ?? '', name: 'Ana of the canaries' }
  expect(await scanForSecrets({ dirs: [], texts: { stdout }, canaries })).toEqual([])
})

/** The names of the app's own files, and the contents of those that nothing but a person changes. */
async function contentsOf(profile: string): Promise<string[]> {
  const read = (name: string): Promise<string> => readFile(join(profile, 'accounts', name), 'utf8')
  const contents = await Promise.all(['accounts.json', 'settings.json', 'vault.json'].map(read))
  return [
    ...(await filesIn(join(profile, 'accounts'))),
    ...(await filesIn(join(profile, 'logs'))),
    ...contents,
  ]
}

/** The lines of a text by what stands before their colon; an indented line belongs to the one above. */
function linesByTitle(text: string): Map<string, string[]> {
  const lines = new Map<string, string[]>()
  let title = ''
  for (const line of text.split('\n')) {
    if (!line.startsWith(' ')) title = line.split(':')[0] ?? ''
    lines.set(title, [...(lines.get(title) ?? []), line])
  }
  return lines
}
