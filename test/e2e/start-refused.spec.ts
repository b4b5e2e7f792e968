import { mkdir, readFile, readlink, stat, symlink, utimes, writeFile } from 'node:fs/promises'
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

test('a profile that another computer uses is left alone, its lock included, until that one is silent; one that slept meanwhile ends', async ({
  launch,
  startRefused,
  profile,
}) => {
  const heartbeat = join(profile, 'heartbeat.json')
  const lock = join(profile, 'SingletonLock')
  const app = await launch()
  await app.window()
  const own = JSON.parse(await readFile(heartbeat, 'utf8')) as object
  expect((await stat(heartbeat)).mode & 0o777).toBe(0o600)
  // A computer that was renamed meanwhile still passes a second start to the first.
  await writeFile(heartbeat, JSON.stringify({ ...own, computer: 'renamed' }))
  expect((await app.startAgain()).code).toBe(0)
  await app.quit()
  await expect(readFile(heartbeat)).rejects.toThrow('ENOENT')

  const other = JSON.stringify({ ...own, computer: 'other', host: 'attic', run: 'other' })
  await writeFile(heartbeat, other)
  await symlink('attic-1', lock)
  const { code, stderr } = await startRefused()
  expect(stderr).toContain('already open on attic')
  expect(code).toBe(1)
  expect(await readlink(lock)).toBe('attic-1')

  const longAgo = new Date(Date.now() - 10 * 60_000)
  await utimes(heartbeat, longAgo, longAgo)
  const heir = await launch()
  await expect((await heir.window()).locator('h1')).toHaveText('Sign in')
  expect(await readFile(heartbeat, 'utf8')).not.toContain('attic')

  await writeFile(heartbeat, other)
  await heir.inMain(({ dialog, powerMonitor }) => {
    const ends: unknown[] = []
    Object.assign(globalThis, { ends })
    dialog.showErrorBox = (title) => void ends.push(title)
    process.kill = (_pid, signal) => (ends.push(signal), true)
    powerMonitor.emit('resume')
  })
  // At once, and not with the next heartbeat.
  await expect
    .poll(() => heir.inMain(() => (globalThis as unknown as { ends: unknown[] }).ends), { timeout: 15_000 })
    .toEqual(['Session Desk has to close', 'SIGKILL'])
  await heir.quit()
  expect(await readFile(heartbeat, 'utf8')).toBe(other)
})
