import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dismissDialog } from '../support/desktop/native-dialog.ts'
import { expect, test as base } from '../support/fixture.ts'
import { run, type Finished } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'

const test = base.extend<{
  /** Runs the app without Playwright, closes the dialog that it shows, and returns how it ended. */
  startRefused: (env?: NodeJS.ProcessEnv) => Promise<Finished>
}>({
  startRefused: async ({ runtime, desktop, profile }, use) => {
    const args = [projectRoot(), `--user-data-dir=${profile}`, ...desktop.switches]
    await use(async (env = {}) => {
      const ended = run(runtime.path, args, { env: { ...desktop.env, ...env }, timeLimit: 30_000 })
      await dismissDialog(desktop.env, 'Error')
      return ended
    })
  },
})

test.skip(process.platform !== 'linux', 'Native dialogs are answered with xdotool')

test('a start that cannot lock its profile says why, and fails', async ({
  startRefused,
  profile,
  desktop,
}) => {
  const temporary = join(desktop.folder, 'none')
  await writeFile(temporary, '')
  const { code, stderr } = await startRefused({ TMPDIR: temporary })
  expect(stderr).toContain(`There is no folder ${temporary}.`)
  expect(code).toBe(1)

  const obstacle = join(profile, 'SingletonCookie')
  await mkdir(obstacle, { recursive: true })
  // So long that Chromium would crash.
  const second = await startRefused({ TMPDIR: join(desktop.folder, 'long'.repeat(30)) })
  expect(second.stderr).toContain(`${obstacle} is in the way`)
  expect(second.code).toBe(1)
})
