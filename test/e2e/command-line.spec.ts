import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { helpText } from '../../electron/platform/domain/help-text.ts'
import { expect, test as base } from '../support/fixture.ts'
import { packagedLike } from '../support/packaged-like.ts'
import { run, type Finished } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'

type Run = (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Finished>

const test = base.extend<{
  /** Without a display and without a session bus. */
  bareEnv: NodeJS.ProcessEnv
  /** Runs the app to its end on the test's profile, without Playwright and without a debugging port. */
  runApp: Run
  /** The same, packaged. */
  runPackaged: Run
  /** The same, packaged, in a terminal on the test's display; what it writes is on standard output. */
  runInTerminal: Run
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
    await use((args, env = bareEnv) => run(program, [...own, ...args], { env, timeLimit: 20_000 }))
    await rm(folder, { recursive: true })
  },
  runInTerminal: async ({ runtime, desktop, profile }, use) => {
    const folder = join(desktop.folder, 'electron')
    const program = await packagedLike(runtime.path, folder)
    const own = [program, projectRoot(), `--user-data-dir=${profile}`, ...desktop.switches]
    await use((args, env = desktop.env) =>
      run('script', ['--quiet', '--return', '--command', [...own, ...args].join(' '), '/dev/null'], {
        env,
        timeLimit: 20_000,
      }),
    )
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

test.skip(
  process.platform !== 'linux',
  'Only Linux has programs without a display, and terminals for all programs',
)

test('version and help are printed without a display, a keyring or a profile', async ({
  runApp,
  desktop,
}) => {
  const before = await filesIn(desktop.folder)
  expect(await runApp(['--version'])).toMatchObject({ code: 0, stdout: `Session Desk ${await version()}\n` })
  expect(await runApp(['--hidden', '--help'])).toMatchObject({ code: 0, stdout: helpText() })
  expect(await filesIn(desktop.folder)).toEqual(before)
})

test('version and help are printed while the app runs, which does not notice', async ({
  app,
  page,
  runApp,
}) => {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await app.inMain(({ app: own }) => {
    own.on('second-instance', () => ((globalThis as { wasStarted?: boolean }).wasStarted = true))
  })
  expect(await runApp(['--version'])).toMatchObject({ code: 0, stdout: `Session Desk ${await version()}\n` })
  expect(await runApp(['--help'])).toMatchObject({ code: 0, stdout: helpText() })
  expect(await app.inMain(() => 'wasStarted' in globalThis)).toBe(false)
})

test('a package tells an unknown switch in one line, refuses it, and opens nothing', async ({
  runPackaged,
  desktop,
}) => {
  const before = await filesIn(desktop.folder)
  const { code, stdout, stderr } = await runPackaged(['--hiden', '--version'])
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(linesOf(stderr)).toEqual([expect.stringContaining(UNKNOWN)])
  expect(stderr).toContain('--help lists those that it knows')
  // What it names is there.
  expect(await runPackaged(['--help'])).toMatchObject({ code: 0, stdout: helpText() })
  expect(await filesIn(desktop.folder)).toEqual(before)
})

test('in a terminal the refusal needs no click', async ({ runInTerminal }) => {
  const { code, stdout } = await runInTerminal(['--hiden'])
  expect({ code, lines: linesOf(stdout) }).toEqual({ code: 2, lines: [expect.stringContaining(UNKNOWN)] })
})
