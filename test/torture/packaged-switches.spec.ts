import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dismissDialog } from '../support/desktop/native-dialog.ts'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { windowKeys, type WindowKeys } from '../support/desktop/window-keys.ts'
import { ANA, expect, test as base } from './fixture.ts'
import { packagedLike } from '../support/packaged-like.ts'
import { startHelper, type Helper } from '../support/process/helper.ts'
import { run } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'
import { startPracticeService } from '../service/start.ts'

interface Packaged {
  /** Starts the packaged app on the test's profile; it opens no debugging port: keys control its window. */
  startPackaged: (...args: string[]) => {
    helper: Helper
    keys: WindowKeys
    /** What it wrote to standard error so far. */
    errors: () => string
    /** Closes its dialog about a failed start. */
    dismiss: () => Promise<void>
  }
  /** Starts it and types the sign-in. */
  signInPackaged: (...args: string[]) => Promise<ReturnType<Packaged['startPackaged']>>
  /** The content of its log so far. */
  log: () => Promise<string>
}

const test = base.extend<Packaged>({
  startPackaged: async ({ runtime, desktop, display, profile }, use) => {
    const folder = join(desktop.folder, 'electron')
    const program = await packagedLike(runtime.path, folder)
    const env = { ...desktop.env, ...(display.name === null ? {} : { DISPLAY: display.name }) }
    const helpers: Helper[] = []
    await use((...args) => {
      const own = [projectRoot(), `--user-data-dir=${profile}`, ...desktop.switches]
      const lines: string[] = []
      const logged = (line: string): void => void lines.push(line)
      const helper = startHelper(program, [...own, ...args], { env, logged })
      helpers.push(helper)
      const keys = windowKeys((...command) => run('xdotool', command, { env }))
      const dismiss = () => dismissDialog(env, 'Error')
      return { helper, keys, errors: () => lines.join('\n'), dismiss }
    })
    for (const helper of helpers) await helper.stop()
    await rm(folder, { recursive: true })
  },
  signInPackaged: async ({ startPackaged, log }, use) =>
    use(async (...args) => {
      const started = startPackaged(...args)
      const { keys } = started
      await keys.page('Sign in')
      // The title stands before the page takes keys; the services start after its first paint.
      await expect.poll(log, { timeout: 20_000 }).toContain('app.started')
      await keys.type(ANA.email)
      await keys.press('Tab')
      await keys.type(ANA.password)
      await keys.press('Return')
      return started
    }),
  log: async ({ profile }, use) =>
    use(() => readFile(join(profile, 'logs', 'session-desk.log'), 'utf8').catch(() => '')),
})

test.skip(process.platform !== 'linux', 'Its keys are pressed by xdotool')

test('a packaged app that is signed in starts with no switch that traces, logs, listens or diverts', async ({
  startPackaged,
  signInPackaged,
  desktop,
  profile,
  log,
  service,
}) => {
  test.setTimeout(180_000)
  const server = `--server=${service.baseUrl}`
  const first = await signInPackaged(server)
  await first.keys.page('Sessions')
  await expect.poll(() => service.countRequests('GET /auth/sessions')).toBeGreaterThan(0)
  await first.helper.stop()
  const token = service.requests.findLast(({ bearer }) => bearer !== null)?.bearer ?? ''
  const canaries = { token, secret: token.split('|')[1] ?? '', password: ANA.password }
  const before = { requests: service.requests.length, log: await log() }

  const trace = join(desktop.folder, 'trace.json')
  const netLog = join(desktop.folder, 'net.json')
  const keyLog = join(desktop.folder, 'keys.txt')
  const starts = {
    // It may leave its file, with what Chromium does before any script.
    '--trace-startup': [
      '--trace-startup=-*,netlog,disabled-by-default-netlog',
      `--trace-startup-file=${trace}`,
    ],
    '--log-net-log': [`--log-net-log=${netLog}`, '--net-log-capture-mode=Everything'],
    '--ssl-key-log-file': [`--ssl-key-log-file=${keyLog}`],
    '--remote-debugging-port': ['--remote-debugging-port=0'],
    '--ignore-certificate-errors': ['--ignore-certificate-errors'],
    '--host-resolver-rules': ['--host-resolver-rules=MAP desk.invalid 127.0.0.1'],
    '--enable-features': ['--enable-features=NetworkServiceInProcess'],
    // Chromium does not take this space away, so that for it the switches go on.
    '--': ['\xa0--', '--remote-debugging-port=0'],
  }
  for (const [name, values] of Object.entries(starts)) {
    const { helper, errors, dismiss } = startPackaged(server, ...values)
    await expect.poll(errors, { timeout: 20_000 }).toContain(`switches that it doesn't allow: ${name}`)
    await dismiss()
    expect(await helper.ended).toBe(2)
  }
  expect(await scanForSecrets({ dirs: [desktop.folder], canaries })).toEqual([])
  expect(service.requests).toHaveLength(before.requests)
  expect(await log()).toBe(before.log)
  expect(await readdir(desktop.folder)).not.toContain('keys.txt')

  expect(await readdir(desktop.folder)).not.toContain('net.json')
  expect(await readdir(profile)).not.toContain('DevToolsActivePort')
})

test('a packaged app trusts no certificate that the system does not trust', async ({
  signInPackaged,
  log,
}) => {
  const impostor = await startPracticeService({ tls: true })
  try {
    await impostor.state.addUser(ANA)
    await signInPackaged(`--server=${impostor.baseUrl}`)
    await expect.poll(log, { timeout: 20_000 }).toContain('"cause":"tls"')
    expect(impostor.requests).toEqual([])
  } finally {
    await impostor.close()
  }
})
